import { performance } from "node:perf_hooks";

/** Maximum share of time during which a quiet process works. */
const quietShare = 0.1;

const collectAfterMs = 30_000;

/** Frees the memory of the startup after the first quiet half minute, if Node runs with --expose-gc. */
export function collectAfterStart(): void {
  const { gc } = globalThis;
  // Other kinds of garbage collection retain most of the memory.
  if (gc) collectWhenQuiet(collectAfterMs, () => gc({ type: "major", execution: "sync", flavor: "last-resort" }));
}

/**
 * Calls `collect` once, after the first `everyMs` milliseconds in which the process had little to do; returns a
 * function that cancels it. V8 collects the garbage of the startup only when it needs more memory, which never happens
 * in an idle process.
 */
export function collectWhenQuiet(everyMs: number, collect: () => void): () => void {
  let last = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (utilization > quietShare) return;
    clearInterval(timer);
    collect();
  }, everyMs).unref();
  return () => clearInterval(timer);
}
