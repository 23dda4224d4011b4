import type { RecordedClick } from "@hoplog/schema/topics/clickBatch/click.js";
import { pick } from "./random.ts";
import { bots, countries, people, queries, referrers } from "./world.ts";

export interface DemoTarget {
  readonly linkId: Uint8Array;
  readonly ownerId: Uint8Array;
  readonly weight: number;
  /** Days since the link's first click. */
  readonly age: number;
  /** Number of arms of its split, which share clicks equally; omitted without a split. */
  readonly arms?: number;
}

const dayMs = 24 * 60 * 60 * 1000;
const hourMs = 60 * 60 * 1000;
const botShare = 0.07;

/** Share of clicks by visitors who clicked the same link within the two hours before. */
const returningShare = 0.22;

/** Relative traffic per hour of the visitor's local day. */
const hours = [2, 1, 1, 1, 1, 2, 4, 7, 11, 14, 15, 14, 12, 13, 14, 14, 13, 12, 11, 11, 12, 11, 8, 4];

/**
 * Generates clicks of the last 30 days, oldest first: more on working days and at waking hours, slowly growing, with a
 * peak for each link just after its creation.
 */
export function demoClicks(
  targets: readonly DemoTarget[],
  count: number,
  now: number,
  random: () => number,
): RecordedClick[] {
  const byWeight = targets.map((target) => [target.weight, target] as const);
  const clicks: RecordedClick[] = [];
  while (clicks.length < count) {
    const earlier = clicks.at(-1);
    if (earlier && random() < returningShare) {
      const at = earlier.at + Math.floor(random() * 2 * hourMs);
      if (at < now) clicks.push({ ...earlier, at });
      continue;
    }
    const target = pick(byWeight, random);
    const country = pick(countries, random);
    const at = momentOf(target.age, country.utcOffset, now, random);
    if (at === null || at >= now) continue;
    const bot = random() < botShare;
    clicks.push({
      at,
      linkId: target.linkId,
      ownerId: target.ownerId,
      address: addressIn(country.networks, random),
      userAgent: pick(bot ? bots : people, random),
      referrer: bot ? "" : pick(referrers, random),
      query: bot ? "" : pick(queries, random),
      languages: bot ? "" : country.languages,
      flags: 0,
      ...(target.arms !== undefined && { revision: 1, arm: 1 + Math.floor(random() * target.arms) }),
    });
  }
  return clicks.toSorted((a, b) => a.at - b.at);
}

/** Returns a random time; null for some times on weekends or long ago, when traffic was lower. */
function momentOf(age: number, utcOffset: number, now: number, random: () => number): number | null {
  const daysAgo = random() < 0.35 ? age - age * random() ** 3 : age * random();
  const day = Math.floor((now - daysAgo * dayMs) / dayMs) * dayMs;
  const weekday = new Date(day).getUTCDay();
  if ((weekday === 0 || weekday === 6) && random() < 0.45) return null;
  if (random() < daysAgo / 90) return null;
  const hour = pick(
    hours.map((weight, index) => [weight, index] as const),
    random,
  );
  return Math.floor(day + (hour - utcOffset + random()) * hourMs);
}

/** Returns an address from so few hosts that some visitors return. */
function addressIn(networks: readonly string[], random: () => number): Uint8Array {
  const network = networks[Math.floor(random() * networks.length)] ?? "192.0";
  const [first = 192, second = 0] = network.split(".").map(Number);
  const host = Math.floor(random() ** 2 * 4000);
  return Uint8Array.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, first, second, host >> 4, (host & 15) * 16 + 5]);
}
