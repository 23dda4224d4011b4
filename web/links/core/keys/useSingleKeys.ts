import { useCallback, useState } from "react";
import { readRemembered, remember } from "../view/remembered.ts";

const storedAs = "hoplog.singleKeys";

/** Whether single characters are shortcuts; who dictates, or types without looking, can switch them off. */
export function useSingleKeys(): readonly [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(() => readRemembered(storedAs, (stored) => (stored === false ? false : null)) ?? true);
  const set = useCallback((next: boolean) => {
    remember(storedAs, next);
    setOn(next);
  }, []);
  return [on, set];
}
