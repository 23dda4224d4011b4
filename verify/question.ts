import type { Holdings } from "./account.ts";
import type { AccountApi } from "./apiClient.ts";
import type { ConversionRecount } from "./conversionRecount.ts";
import type { ImportedRecount } from "./importedRecount.ts";
import type { MissRecount } from "./missRecount.ts";
import type { Recount } from "./recount.ts";

/** The recounts and holdings that an answer is compared with. */
export interface Truth {
  readonly recount: Recount;
  readonly misses: MissRecount;
  readonly imported: ImportedRecount;
  readonly conversions: ConversionRecount;
  readonly holdings: Holdings;
  /** Time of the api call, because some figures depend on the time. */
  readonly at: Date;
}

/** One api call and its expected figures. */
export interface Question {
  readonly where: string;
  /** Returns the part of the response that contains figures. */
  read(api: AccountApi): Promise<unknown>;
  expected(truth: Truth): Promise<unknown>;
  /** Returns follow-up questions that depend on the response. */
  readonly next?: (answer: unknown) => readonly Question[];
  /** Hides the response's text when a difference is reported. */
  readonly discreet?: boolean;
}

/** UTC, a zone with daylight saving time, and a zone with an offset in quarter hours. */
export const timeZones = ["UTC", "America/New_York", "Asia/Kathmandu"] as const;

/** Time zone for REST calls that share a function with GraphQL: only their parsing and output are checked. */
export const zoneOfRest = "UTC";

export const withBots = [false, true] as const;
