import { useEffect } from "react";
import { useLive } from "./LiveUpdates.tsx";

/** Many clicks in a moment make one question. */
const settleMs = 400;

/** Calls `refresh` soon after clicks on the link, or on any link if it is null, came in. */
export function useOnClicks(linkId: string | null, refresh: () => Promise<unknown>): void {
  const { onCount } = useLive();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onCount((count) => {
      if ((linkId !== null && count.linkId !== linkId) || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        // The figures on the screen stay; the next click fetches again.
        refresh().catch(() => undefined);
      }, settleMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [linkId, onCount, refresh]);
}
