import type { RecordedClick } from "@hoplog/schema/topics/clickBatch/click.js";
import { pick } from "./random.ts";
import { bots, countries, people, queries, referrers } from "./world.ts";

export interface DemoTarget {
  readonly linkId: Uint8Array;
  readonly ownerId: Uint8Array;
  readonly weight: number;
  /** Days ago that its clicks begin. */
  readonly age: number;
  /** How many arms its split has, each of which gets as many clicks; missing without a split. */
  readonly arms?: number;
}

const dayMs = 24 * 60 * 60 * 1000;
const hourMs = 60 * 60 * 1000;
const botShare = 0.07;

/** How many clicks are of somebody who clicked the same link before, within two hours. */
const returningShare = 0.22;

/** How busy each hour of the day is, at the visitor's place. */
const hours = [2, 1, 1, 1, 1, 2, 4, 7, 11, 14, 15, 14, 12, 13, 14, 14, 13, 12, 11, 11, 12, 11, 8, 4];

/**
 * Clicks of the last 30 days, oldest first: more on working days and at waking hours, slowly growing, and each link's
 * own peak just after it came out.
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

/** Null where the day is one on which fewer people click. */
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

/** Few enough hosts that some people come again. */
function addressIn(networks: readonly string[], random: () => number): Uint8Array {
  const network = networks[Math.floor(random() * networks.length)] ?? "192.0";
  const [first = 192, second = 0] = network.split(".").map(Number);
  const host = Math.floor(random() ** 2 * 4000);
  return Uint8Array.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, first, second, host >> 4, (host & 15) * 16 + 5]);
}
