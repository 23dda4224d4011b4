import { setTimeout as sleep } from "node:timers/promises";
import { percentile } from "../measure/percentile.ts";

export interface Redirects {
  readonly sent: number;
  readonly p50: number;
  readonly p99: number;
  readonly slowest: number;
  /** Number of visits without a redirect. */
  readonly failed: number;
}

/**
 * Requests links at a fixed rate while `work` runs; sends no request when `next` returns null. Each request starts on
 * schedule, however slow the others are, so that a pause of the redirector delays all requests that are due during it.
 */
export async function redirectsMeanwhile(
  work: Promise<unknown>,
  perSecond: number,
  next: () => string | null,
): Promise<Redirects> {
  const over = new AbortController();
  const end = () => over.abort();
  void work.then(end, end);
  const times: number[] = [];
  let failed = 0;
  const sent: Promise<void>[] = [];
  async function send(url: string, due: number): Promise<void> {
    try {
      const response = await fetch(url, { redirect: "manual" });
      await response.arrayBuffer();
      if (response.status !== 302) failed++;
    } catch {
      failed++;
    }
    times.push(performance.now() - due);
  }
  for (let due = performance.now(); !over.signal.aborted; due += 1000 / perSecond) {
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    const url = next();
    if (url !== null) sent.push(send(url, due));
  }
  await Promise.all(sent);
  return {
    sent: sent.length,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    slowest: percentile(times, 1),
    failed,
  };
}
