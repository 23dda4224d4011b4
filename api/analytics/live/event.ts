import type { ClickFilter } from "@hoplog/schema/clicks/filters.js";
import type { Click } from "../link/clickLog.ts";

/** Length of the window of live clicks; older clicks are only in figures and the click log. */
export const windowSeconds = 30 * 60;

/** Length of a slice of the window, in seconds. */
export const sliceSeconds = 10;

/** Maximum clicks per event. */
export const sampleMax = 50;

/** Filters for a live stream of clicks. */
export interface LiveQuestion {
  readonly ownerId: string;
  /** Validated filters. */
  readonly filters: readonly ClickFilter[];
  /** Whether shown clicks include bots; figures always separate them. */
  readonly bots: boolean;
}

export interface CountryClicks {
  /** ISO 3166-1 alpha-2; empty if unknown. */
  readonly code: string;
  readonly people: number;
  readonly bots: number;
}

/**
 * The matching clicks of ten seconds, as counted by ClickHouse. A later slice of the same time replaces an earlier one.
 */
export interface Slice {
  readonly at: Date;
  readonly people: number;
  readonly bots: number;
  readonly countries: readonly CountryClicks[];
}

export interface LiveClick extends Click {
  readonly linkId: string;
  /** Name of the link; empty if the link was deleted or the caller may not read links. */
  readonly linkName: string;
  readonly code: string;
}

export interface LiveEvent {
  /** Server time of the read. */
  readonly at: Date;
  /** Whether `slices` replace the whole window. */
  readonly reset: boolean;
  /** Number of new clicks by people since the previous event, or since the window was read. */
  readonly people: number;
  readonly bots: number;
  /** Slices, oldest first: all with clicks if `reset`, otherwise the changed ones. */
  readonly slices: readonly Slice[];
  /** A sample of the clicks, oldest first; all clicks if there are few. */
  readonly clicks: readonly LiveClick[];
  /** Number of clicks that the sample is taken from. */
  readonly sampledOf: number;
}

/** Merges two events for a slow subscriber: figures are complete, and only the newest clicks are retained. */
export function mergedEvents(first: LiveEvent, second: LiveEvent): LiveEvent {
  if (second.reset) return second;
  const slices = new Map([...first.slices, ...second.slices].map((slice) => [slice.at.getTime(), slice]));
  const oldest = second.at.getTime() - (windowSeconds + sliceSeconds) * 1000;
  return {
    at: second.at,
    reset: first.reset,
    people: first.people + second.people,
    bots: first.bots + second.bots,
    slices: [...slices.values()]
      .filter(({ at }) => at.getTime() >= oldest)
      .toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    clicks: [...first.clicks, ...second.clicks].slice(-sampleMax),
    sampledOf: first.sampledOf + second.sampledOf,
  };
}
