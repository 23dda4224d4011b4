import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router-dom";

/**
 * Page state stored in the URL, and a function that changes part of it. `read` and `write` must be stable across
 * renders.
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
