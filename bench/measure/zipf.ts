import { createHash } from "node:crypto";
import { codeLength } from "./linksLog.ts";

/** Returns the code of link number `n` in a log that {@link startLinksLog} has filled. */
export function codeOf(n: number): string {
  return createHash("md5").update(String(n)).digest("hex").slice(0, codeLength);
}

/**
 * Returns codes with the frequency of real visits: the first link twice as often as the second, three times as often as
 * the third (Zipf with exponent 1). Deterministic.
 */
export function zipfCodes(links: number, samples: number): string[] {
  const random = createRandom(20_261_121);
  // The sum of 1/n up to k is approximately ln(k) + γ; the inverse of that draws from the distribution.
  const euler = 0.577_215_664_9;
  const max = Math.log(links) + euler;
  return Array.from({ length: samples }, () => {
    const sum = random() * max;
    return codeOf(sum <= 1 ? 1 : Math.min(links, Math.max(2, Math.round(Math.exp(sum - euler)))));
  });
}

/** Returns a generator of numbers from 0 (included) to 1 (excluded), by the algorithm Mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
