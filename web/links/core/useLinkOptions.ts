import { useQuery } from "@apollo/client/react";
import { useEffect, useMemo, useRef } from "react";
import type { LinkCardFragment } from "../../core/graphql/generated/graphql.ts";
import { LinkOptionsDocument } from "../../core/graphql/generated/graphql.ts";
import { optionValues } from "./options/drafts.ts";
import type { OptionValues } from "./options/values.ts";

/**
 * Loads a link's options when its form opens: `before` is null until they are loaded, and `onLoad` is called with them
 * once. They are always fetched and not cached, because lists contain only parts of them.
 */
export function useLinkOptions(link: LinkCardFragment | null, onLoad: (values: OptionValues) => void) {
  const { data, error, loading, refetch } = useQuery(LinkOptionsDocument, {
    ...(link === null ? { skip: true, variables: { id: "" } } : { variables: { id: link.id } }),
    fetchPolicy: "no-cache",
    notifyOnNetworkStatusChange: true,
  });
  const isNew = link === null;
  const before = useMemo(() => {
    if (isNew) return optionValues(null);
    return data ? optionValues(data.link) : null;
  }, [isNew, data]);

  const loaded = useRef<OptionValues | null>(null);
  useEffect(() => {
    if (isNew || before === null || loaded.current === before) return;
    loaded.current = before;
    onLoad(before);
  }, [isNew, before, onLoad]);

  return {
    before,
    loading: before === null && loading,
    failed: before === null && !loading && error !== undefined,
    retry: () => void refetch().catch(() => undefined),
  };
}
