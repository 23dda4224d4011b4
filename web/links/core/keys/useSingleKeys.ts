import { useCallback, useState } from "react";
import { readRemembered, remember } from "../view/remembered.ts";

const storedAs = "hoplog.singleKeys";

/**
 * Whether shortcuts of a single character are enabled. Users of speech input, or who can't see the keys, can disable
 * them.
 */
export function useSingleKeys(): readonly [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(() => readRemembered(storedAs, (stored) => (stored === false ? false : null)) ?? true);
  const set = useCallback((next: boolean) => {
    remember(storedAs, next);
    setOn(next);
  }, []);
  return [on, set];
}
