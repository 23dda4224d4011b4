import type { ClickFilter } from "@hoplog/schema/clicks/filters.js";
import type { Click } from "../link/clickLog.ts";

/** How long clicks count as live; those that come later than this are in the figures and the history alone. */
export const windowSeconds = 30 * 60;

/** The window's figures are given for so many seconds each. */
export const sliceSeconds = 10;

/** Clicks of an event at most: as many as somebody can look at. */
export const sampleMax = 50;

/** Which clicks somebody watches. */
export interface LiveQuestion {
  readonly ownerId: string;
  /** Checked ones. */
  readonly filters: readonly ClickFilter[];
  /** Whether bots are among the clicks that are shown; figures tell them apart. */
  readonly bots: boolean;
}

export interface CountryClicks {
  /** ISO 3166-1 alpha-2; empty where unknown. */
  readonly code: string;
  readonly people: number;
  readonly bots: number;
}

/** All clicks of ten seconds, as ClickHouse counts them: a later slice of the same moment replaces it. */
export interface Slice {
  readonly at: Date;
  readonly people: number;
  readonly bots: number;
  readonly countries: readonly CountryClicks[];
}

export interface LiveClick extends Click {
  readonly linkId: string;
  /** Empty for a link that is gone. */
  readonly linkName: string;
  readonly code: string;
}

export interface LiveEvent {
  /** When it was read, by the server's clock. */
  readonly at: Date;
  /** Whether `slices` are the whole window, whatever was sent before. */
  readonly reset: boolean;
  /** Clicks that are new since the event before; none where it begins anew. */
  readonly people: number;
  readonly bots: number;
  /** The slices that have changed, oldest first. */
  readonly slices: readonly Slice[];
  /** Some of the clicks, oldest first; all of them while they are few. */
  readonly clicks: readonly LiveClick[];
  /** Of how many they are. */
  readonly sampledOf: number;
}

/** What somebody gets who was too slow for the first: figures lose nothing, of the clicks the newest are kept. */
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
