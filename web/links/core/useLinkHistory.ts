import { useMutation, useQuery } from "@apollo/client/react";
import { useState } from "react";
import { toastError, toastSuccess } from "../../core/errors/toasts.tsx";
import {
  LinkEditEffectsDocument,
  LinkHistoryDocument,
  RevertLinkDocument,
} from "../../core/graphql/generated/graphql.ts";
import { linkLists } from "../../core/graphql/linkLists.ts";
import { removeFromLists } from "./linkCache.ts";

/**
 * A link's history, newest first, and a function to revert an entry. The history is always fetched, because each change
 * of the link affects which entries can be reverted.
 */
export function useLinkHistory(linkId: string) {
  const { data, error, refetch } = useQuery(LinkHistoryDocument, {
    variables: { id: linkId },
    fetchPolicy: "network-only",
    nextFetchPolicy: "cache-first",
  });
  const [revertLink] = useMutation(RevertLinkDocument, {
    refetchQueries: [...linkLists, LinkHistoryDocument, LinkEditEffectsDocument],
    awaitRefetchQueries: true,
  });
  const [reverting, setReverting] = useState<number | null>(null);

  const revert = async (version: number, wasSwitched: boolean) => {
    setReverting(version);
    try {
      await revertLink({
        variables: { id: linkId, version },
        // An activated or deactivated link leaves the lists that show it.
        update: (cache) => (wasSwitched ? removeFromLists(cache, [linkId]) : undefined),
      });
      toastSuccess("URL updated successfully!");
    } catch (failure) {
      toastError(failure, "Failed to update URL");
    } finally {
      setReverting(null);
    }
  };

  return {
    name: data?.link.name,
    entries: data?.link.history.toReversed(),
    error: data ? undefined : error,
    reverting,
    revert,
    refetch,
  };
}
