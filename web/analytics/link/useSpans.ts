import { useMemo } from "react";
import { spanBefore, spanOf } from "./spans.ts";
import type { View } from "./view.ts";

/** Time ranges of a view; the clock is read once per view, so that query variables stay the same. */
export function useSpans({ period, from, to, compare }: View) {
  return useMemo(() => {
    const now = readClock();
    const span = spanOf({ period, from, to, compare, bots: false, filter: {} }, now);
    return { span, before: compare ? spanBefore(span, now) : null };
  }, [period, from, to, compare]);
}

export function readClock(): Date {
  return new Date();
}
