import { useEffect, useMemo } from "react";
import { useOnClicks } from "../../core/live/useOnClicks.ts";
import { pacedRefresh } from "./pacedRefresh.ts";

/** Refetches when clicks arrive on any link, at a limited rate. */
export function useLiveRefresh(refetch: () => Promise<unknown>): void {
  const { refresh, stop } = useMemo(() => pacedRefresh(refetch), [refetch]);
  useEffect(() => stop, [stop]);
  useOnClicks(null, refresh);
}
