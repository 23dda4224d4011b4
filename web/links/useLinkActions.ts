import { useMutation } from "@apollo/client/react";
import { useCallback, useState } from "react";
import { toastError, toastSuccess } from "../errors/toasts.tsx";
import type { LinkCardFragment } from "../graphql/generated/graphql.ts";
import { DeleteLinkDocument, SetLinkActiveDocument } from "../graphql/generated/graphql.ts";
import { removeFromLists } from "./linkCache.ts";

/** Switching and deleting links; both leave the shown list at once. */
export function useLinkActions() {
  const [setActive] = useMutation(SetLinkActiveDocument);
  const [deleteLink] = useMutation(DeleteLinkDocument);
  const [busyId, setBusyId] = useState<string | null>(null);

  const toggle = useCallback(
    async (link: LinkCardFragment) => {
      const active = !link.isActive;
      setBusyId(link.id);
      try {
        await setActive({
          variables: { id: link.id, active },
          update: (cache) => removeFromLists(cache, link.id),
        });
        toastSuccess(active ? "URL activated successfully!" : "URL deactivated successfully!");
      } catch (error) {
        toastError(error, "Failed to toggle URL status");
      } finally {
        setBusyId(null);
      }
    },
    [setActive],
  );

  /** Resolves to whether the link is gone. */
  const remove = useCallback(
    async (link: LinkCardFragment) => {
      try {
        await deleteLink({
          variables: { id: link.id },
          update(cache) {
            removeFromLists(cache, link.id);
            const id = cache.identify({ __typename: "Link", id: link.id });
            if (id !== undefined) cache.evict({ id });
          },
        });
        toastSuccess("URL permanently deleted!");
        return true;
      } catch (error) {
        toastError(error, "Failed to delete URL");
        return false;
      }
    },
    [deleteLink],
  );

  return { busyId, toggle, remove };
}
