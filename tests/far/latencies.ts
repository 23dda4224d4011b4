import type { Load } from "../faults/steadyLoad.ts";

/** Latencies of the redirects in a period, in milliseconds. */
export interface Latencies {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly most: number;
  /**
   * Start times, in milliseconds since the start of the period, of redirects that took at least a round trip over the
   * line.
   */
  readonly slowAt: readonly number[];
}

/** Latencies of the near and the far redirector in the same period. */
export interface Phase {
  readonly name: string;
  readonly near: Latencies;
  readonly far: Latencies;
}

/** Returns the latencies of answered visits that began at `since` (milliseconds since the epoch) or later. */
export function latenciesOf(load: Load, since: number, roundTripMs: number): Latencies {
  const answers = load.answersSince(since);
  const sorted = answers.map(({ tookMs }) => tookMs).toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  const slowAt = answers.filter(({ tookMs }) => tookMs >= roundTripMs).map(({ from }) => from - since);
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), most: at(1), slowAt };
}

export function listOf(phases: readonly Phase[], roundTripMs: number): string {
  const ms = (value: number): string => `${value.toFixed(1)} ms`;
  return phases
    .flatMap(({ name, ...of }) =>
      (["near", "far"] as const).map((where) => {
        const { count, p50, p99, most, slowAt } = of[where];
        const when = slowAt.length > 0 ? ` (begun ${Math.min(...slowAt)} to ${Math.max(...slowAt)} ms into it)` : "";
        return `  ${name}, ${where}: ${count} redirects, p50 ${ms(p50)}, p99 ${ms(p99)}, most ${ms(most)}, ${slowAt.length} of ${roundTripMs} ms or more${when}`;
      }),
    )
    .join("\n");
}

/** Returns the number of distinct seconds with a slow redirect. */
export function slowSeconds({ slowAt }: Latencies): number {
  return new Set(slowAt.map((at) => Math.floor(at / 1000))).size;
}
