import { useEffect } from "react";
import { useLive } from "./LiveUpdates.tsx";

/** Many clicks in a moment make one question. */
const settleMs = 400;

/**
 * Calls `refresh` soon after clicks on the link, or on any link if it is null, came in. With `quietMs` also when none has
 * come in for that long: for what is known some time after the click.
 */
export function useOnClicks(linkId: string | null, refresh: () => Promise<unknown>, quietMs?: number): void {
  const { onCount } = useLive();
  useEffect(() => {
    let soon: ReturnType<typeof setTimeout> | undefined;
    let later: ReturnType<typeof setTimeout> | undefined;
    // The figures on the screen stay; the next click fetches again.
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
