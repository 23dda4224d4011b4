import type { FilterDimension } from "@hoplog/schema/clicks/dimensions.js";
import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import type { View } from "./view.ts";
import { readView, withFilter, writeView } from "./view.ts";

/** The view in the URL, and functions to change it without adding a history entry. */
export function useView() {
  const [query, setQuery] = useSearchParams();
  const text = query.toString();
  const view = useMemo(() => readView(new URLSearchParams(text)), [text]);

  const change = useCallback(
    (changes: Partial<View>) =>
      setQuery((current) => writeView(current, { ...readView(current), ...changes }), { replace: true }),
    [setQuery],
  );
  const filterBy = useCallback(
    (dimension: FilterDimension, value: string | null) =>
      setQuery((current) => writeView(current, withFilter(readView(current), dimension, value)), { replace: true }),
    [setQuery],
  );
  return { view, change, filterBy };
}
