import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router-dom";

/** The view in the address, and a way to change it. `read` and `write` must be the same functions all the time. */
export function useViewInAddress<V extends object>(
  read: (query: URLSearchParams) => V,
  write: (query: URLSearchParams, view: V) => URLSearchParams,
) {
  const [query, setQuery] = useSearchParams();
  const text = query.toString();
  const view = useMemo(() => read(new URLSearchParams(text)), [read, text]);
  const change = useCallback(
    (changes: Partial<V>) => setQuery((current) => write(current, { ...read(current), ...changes }), { replace: true }),
    [read, write, setQuery],
  );
  return { view, change };
}
