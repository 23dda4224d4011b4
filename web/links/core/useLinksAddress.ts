import { useDebouncedValue } from "@mantine/hooks";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { LinkCardFragment, LinkSort } from "../../core/graphql/generated/graphql.ts";
import { filterNames, type LinkFilters, noFilters, readFilters, writeFilters } from "./filters/linkFilters.ts";
import { readSort, writeSort } from "./view/sort.ts";

const searchDelayMs = 250;

const listNames: ReadonlySet<string> = new Set(["q", "inactive", "domain", "sort", ...Object.values(filterNames)]);

function viewOf(query: URLSearchParams): string {
  return new URLSearchParams([...query].filter(([name]) => listNames.has(name))).toString();
}

/** State of the URLs page stored in the URL: search, active state, domain, filters, sort order and open dialog. */
export function useLinksAddress() {
  const [query, setQuery] = useSearchParams();
  const [search, setSearch] = useState(() => query.get("q") ?? "");
  const [debounced] = useDebouncedValue(search.trim(), searchDelayMs);

  const set = useCallback(
    (name: string, value: string | null, replace = false) =>
      setQuery(
        (current) => {
          const next = new URLSearchParams(current);
          if (value === null) next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace },
      ),
    [setQuery],
  );

  const inAddress = query.get("q") ?? "";
  const hasSettled = debounced === search.trim();
  useEffect(() => {
    if (hasSettled && debounced !== inAddress) set("q", debounced === "" ? null : debounced, true);
  }, [hasSettled, debounced, inAddress, set]);

  const text = query.toString();
  const filters = useMemo(() => readFilters(new URLSearchParams(text)), [text]);
  const changeFilters = useCallback(
    (changes: Partial<LinkFilters>) =>
      setQuery((current) => writeFilters(current, { ...readFilters(current), ...changes }), { replace: true }),
    [setQuery],
  );

  return {
    search,
    setSearch,
    debounced,
    /** Search, active state, domain, filters and sort order as a URL query string. */
    view: viewOf(query),
    showView: useCallback(
      (view: string) => {
        setSearch(new URLSearchParams(view).get("q") ?? "");
        setQuery(viewOf(new URLSearchParams(view)));
      },
      [setQuery],
    ),
    showInactive: query.get("inactive") === "1",
    setShowInactive: useCallback((shown: boolean) => set("inactive", shown ? "1" : null, true), [set]),
    /** A domain's name; empty for the default domain, null for all. */
    domain: query.get("domain"),
    setDomain: useCallback((domain: string | null) => set("domain", domain, true), [set]),
    /** Sort order; null means newest first. */
    sort: readSort(query.get("sort")),
    setSort: useCallback((sort: LinkSort) => set("sort", writeSort(sort), true), [set]),
    filters,
    changeFilters,
    /** Shows the links with this tag, clearing all other filters. */
    showTag: useCallback((name: string) => changeFilters({ ...noFilters, tags: [name] }), [changeFilters]),
    /** Whether the URL opens a dialog above the list. */
    opensDialog: ["new", "history", "analytics", "group"].some((name) => query.has(name)),
    creating: query.has("new"),
    create: useCallback(() => set("new", "1"), [set]),
    endCreating: useCallback(() => set("new", null), [set]),
    showAnalytics: useCallback((link: LinkCardFragment) => set("analytics", link.id), [set]),
    historyOf: query.get("history"),
    showHistory: useCallback((link: LinkCardFragment) => set("history", link.id), [set]),
    endHistory: useCallback(() => set("history", null), [set]),
    showGroup: useCallback((groupId: string) => set("group", groupId), [set]),
  };
}
