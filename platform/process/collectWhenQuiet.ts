import { performance } from "node:perf_hooks";

/** The share of the time that a quiet process works at most. */
const quietShare = 0.1;

const collectAfterMs = 30_000;

/** Gives the memory of a start back in the first quiet half minute, if Node runs with --expose-gc. */
export function collectAfterStart(): void {
  const { gc } = globalThis;
  // Collections of another flavor keep most of the memory.
  if (gc) collectWhenQuiet(collectAfterMs, () => gc({ type: "major", execution: "sync", flavor: "last-resort" }));
}

/**
 * Calls `collect` once, after the first `everyMs` milliseconds in which the process had little to do; returns what ends the
 * waiting. V8 lets a start's garbage lie until it needs more memory, which never happens at rest.
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
