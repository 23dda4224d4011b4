import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useListKeys } from "./useListKeys.ts";
import type { LinkDialog } from "./LinkDialogs.tsx";
import type { ListedLink } from "./listedLink.ts";
import type { RowActions, RowsProps } from "./rowActions.ts";
import type { useLinkActions } from "./useLinkActions.ts";
import type { useLinkList } from "./useLinkList.ts";
import type { useLinksAddress } from "./useLinksAddress.ts";
import type { useSelection } from "./useSelection.ts";

interface ListRows {
  list: ReturnType<typeof useLinkList>;
  address: ReturnType<typeof useLinksAddress>;
  actions: ReturnType<typeof useLinkActions>;
  selection: ReturnType<typeof useSelection<ListedLink>>;
  singleKeys: boolean;
  dialog: LinkDialog | null;
  onDialog: (dialog: LinkDialog) => void;
}

/** Row actions and keyboard shortcuts, shared by cards and the table. */
export function useListRows({ list, address, actions, selection, singleKeys, dialog, onDialog }: ListRows) {
  const searchField = useRef<HTMLInputElement>(null);
  const [scroller] = useState<RowsProps["scroller"]>(() => ({ scrollTo: null }));
  const [currentId, setCurrentId] = useState<string | null>(null);
  const { showAnalytics, showGroup, showHistory, showTag } = address;
  const { toggle, star, archive } = actions;
  const { toggle: select } = selection;
  const on = useMemo<RowActions>(
    () => ({
      select,
      analytics: showAnalytics,
      group: showGroup,
      history: showHistory,
      qr: (link) => onDialog({ kind: "qr", link }),
      edit: (link) => onDialog({ kind: "edit", link }),
      remove: (link) => onDialog({ kind: "delete", link }),
      toggle: (link) => void toggle(link),
      star: (link) => void star(link),
      archive: (link) => void archive(link),
      tag: showTag,
      focused: (link) => setCurrentId(link.id),
    }),
    [select, showAnalytics, showGroup, showHistory, showTag, toggle, star, archive, onDialog],
  );
  const onDrawn = useListKeys({
    links: list.links,
    currentId,
    onCurrent: setCurrentId,
    isCovered: dialog !== null || address.opensDialog,
    singleKeys,
    on,
    scroller,
    onSearch: () => searchField.current?.focus(),
    onHelp: () => onDialog({ kind: "help" }),
    onClear: selection.clear,
  });

  const loadMore = useRef<() => void>(() => undefined);
  useEffect(() => {
    loadMore.current = () => {
      if (list.hasMore && !list.loadingMore) void list.loadMore();
    };
  });
  const onEnd = useCallback(() => loadMore.current(), []);

  const rows: RowsProps = {
    links: list.links,
    totalCount: list.totalCount ?? -1,
    stale: list.stale,
    isSelected: selection.has,
    currentId: list.links.some(({ id }) => id === currentId) ? currentId : null,
    on,
    onDrawn,
    scroller,
    onEnd,
  };
  return { rows, searchField };
}
