import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router-dom";

/**
 * What a page shows, as it stands in the address, and a way to change some of it. Both functions must stay the same from
 * one render to the next.
 */
export function useAddress<View extends object>(
  read: (query: URLSearchParams) => View,
  write: (query: URLSearchParams, view: View) => URLSearchParams,
) {
  const [query, setQuery] = useSearchParams();
  const text = query.toString();
  const view = useMemo(() => read(new URLSearchParams(text)), [read, text]);
  const change = useCallback(
    (changes: Partial<View>) =>
      setQuery((current) => write(current, { ...read(current), ...changes }), { replace: true }),
    [read, write, setQuery],
  );
  return { view, change };
}
