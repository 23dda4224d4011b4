/** Maximum number of dots, to limit the browser's work. */
export const dotsMax = 200;
/** Milliseconds for which a dot is shown after the last click at its place. */
export const dotMs = 5 * 60_000;
/** Steps of a dot's fade; the map isn't redrawn between them. */
const steps = 5;

interface Click {
  readonly timestamp: string;
  readonly countryCode: string;
  readonly country: string;
  readonly regionName: string;
  readonly city: string;
}

/** The place of a recent click. */
export interface Dot extends Omit<Click, "timestamp"> {
  /** 1 for a click just now, decreasing with time, and always above 0. */
  readonly strength: number;
}

export interface Dots {
  add(clicks: readonly Click[]): void;
  /** Returns the dots at `now` on the server's clock. Returns the same array while nothing has changed. */
  list(now: number): readonly Dot[];
}

/** Creates a collection of the latest clicks' places, with one dot per place. */
export function createDots(): Dots {
  const latest = new Map<string, { readonly at: number; readonly place: Omit<Dot, "strength"> }>();
  let listed: readonly Dot[] = [];
  return {
    add(clicks) {
      for (const { timestamp, countryCode, country, regionName, city } of clicks) {
        const key = JSON.stringify([countryCode, regionName, city]);
        const at = Math.max(Date.parse(timestamp), latest.get(key)?.at ?? 0);
        if (countryCode !== "") latest.set(key, { at, place: { countryCode, country, regionName, city } });
      }
      const beyond = [...latest].toSorted(([, a], [, b]) => b.at - a.at).slice(dotsMax);
      for (const [key] of beyond) latest.delete(key);
    },
    list(now) {
      for (const [key, { at }] of latest) if (at <= now - dotMs) latest.delete(key);
      const dots = [...latest.values()].map(({ at, place }) => ({
        ...place,
        strength: Math.min(1, Math.ceil((1 - (now - at) / dotMs) * steps) / steps),
      }));
      if (JSON.stringify(dots) !== JSON.stringify(listed)) listed = dots;
      return listed;
    },
  };
}
