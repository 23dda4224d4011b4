import { useEffect } from "react";
import { useLive } from "./LiveUpdates.tsx";

/** Milliseconds within which several clicks cause a single refresh. */
const settleMs = 400;

/**
 * Calls `refresh` soon after clicks on the link, or on any link if `linkId` is null. With `quietMs` it also refreshes
 * once no click has arrived for that time, for data that is known only some time after the click.
 */
export function useOnClicks(linkId: string | null, refresh: () => Promise<unknown>, quietMs?: number): void {
  const { onCount } = useLive();
  useEffect(() => {
    let soon: ReturnType<typeof setTimeout> | undefined;
    let later: ReturnType<typeof setTimeout> | undefined;
    // After a failure the figures remain unchanged; the next click refreshes again.
    const run = () => void refresh().catch(() => undefined);
    const stop = onCount((count) => {
      if (linkId !== null && count.linkId !== linkId) return;
      if (quietMs !== undefined) {
        clearTimeout(later);
        later = setTimeout(run, quietMs);
      }
      soon ??= setTimeout(() => {
        soon = undefined;
        run();
      }, settleMs);
    });
    return () => {
      stop();
      clearTimeout(soon);
      clearTimeout(later);
    };
  }, [linkId, onCount, quietMs, refresh]);
}
