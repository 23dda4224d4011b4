import type { AccountClicksSubscription } from "../../core/graphql/generated/graphql.ts";
import { createDots, type Dot } from "./dots.ts";

export type LiveEvent = AccountClicksSubscription["workspaceClicks"];
export type LiveClick = LiveEvent["clicks"][number];

/** Maximum number of rows in the list, more than users can follow. */
export const rowsMax = 50;

const windowMs = 30 * 60_000;
const sliceMs = 10_000;

/** Exact figures since the start of a slice. */
export interface Span {
  readonly since: number;
  readonly people: number;
  readonly bots: number;
}

export interface LiveView {
  readonly minute: Span;
  readonly quarter: Span;
  readonly half: Span;
  readonly countries: readonly { readonly code: string; readonly people: number; readonly bots: number }[];
  /** Places of the latest listed clicks; remains the same array while nothing has changed. */
  readonly dots: readonly Dot[];
  /** Newest first. */
  readonly clicks: readonly LiveClick[];
  /** Whether the list has omitted clicks. */
  readonly isSampled: boolean;
}

/**
 * Collects events of the last minutes. Rendering is separate: events arrive at any rate, and a view is created for each
 * paint.
 */
export interface Feed {
  add(event: LiveEvent, nowMs: number): void;
  /** Returns the current view; null before the first event. */
  view(nowMs: number): LiveView | null;
}

export function createFeed(): Feed {
  const slices = new Map<number, LiveEvent["slices"][number]>();
  const dots = createDots();
  let clicks: readonly LiveClick[] = [];
  let isSampled = false;
  let countries: LiveView["countries"] = [];
  /** Milliseconds by which the server's clock is ahead of the browser's clock. */
  let aheadMs: number | null = null;

  return {
    add({ at, reset, slices: changed, clicks: newer, sampledOf }, nowMs) {
      aheadMs = Date.parse(at) - nowMs;
      if (reset) slices.clear();
      for (const slice of changed) slices.set(Date.parse(slice.at), slice);
      const known = new Set(newer.map(({ id }) => id));
      const older = reset ? [] : clicks.filter(({ id }) => !known.has(id));
      clicks = [...newer.toReversed(), ...older].slice(0, rowsMax);
      dots.add(newer);
      isSampled = sampledOf > newer.length;
    },
    view(nowMs) {
      if (aheadMs === null) return null;
      const now = nowMs + aheadMs;
      for (const at of slices.keys()) if (at <= now - windowMs - sliceMs) slices.delete(at);
      const span = (minutes: number): Span => {
        const since = (Math.floor(now / sliceMs) + 1) * sliceMs - minutes * 60_000;
        const within = [...slices].filter(([at]) => at >= since).map(([, slice]) => slice);
        return { since, people: sum(within, "people"), bots: sum(within, "bots") };
      };
      const half = span(30);
      const counted = byCountry([...slices].filter(([at]) => at >= half.since).map(([, slice]) => slice));
      // The array is kept while nothing has changed, so that the map isn't redrawn.
      if (JSON.stringify(counted) !== JSON.stringify(countries)) countries = counted;
      return {
        minute: span(1),
        quarter: span(15),
        half,
        countries,
        dots: dots.list(now),
        clicks,
        isSampled,
      };
    },
  };
}

function sum(slices: readonly LiveEvent["slices"][number][], of: "people" | "bots"): number {
  return slices.reduce((total, slice) => total + slice[of], 0);
}

function byCountry(slices: readonly LiveEvent["slices"][number][]): LiveView["countries"] {
  const countries = new Map<string, { code: string; people: number; bots: number }>();
  for (const { code, people, bots } of slices.flatMap((slice) => slice.countries)) {
    const known = countries.get(code) ?? { code, people: 0, bots: 0 };
    countries.set(code, { code, people: known.people + people, bots: known.bots + bots });
  }
  return [...countries.values()];
}
