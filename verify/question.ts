import type { Holdings } from "./account.ts";
import type { AccountApi } from "./apiClient.ts";
import type { ConversionRecount } from "./conversionRecount.ts";
import type { ImportedRecount } from "./importedRecount.ts";
import type { MissRecount } from "./missRecount.ts";
import type { Recount } from "./recount.ts";

/** Everything that an answer is compared with. */
export interface Truth {
  readonly recount: Recount;
  readonly misses: MissRecount;
  readonly imported: ImportedRecount;
  readonly conversions: ConversionRecount;
  readonly holdings: Holdings;
  /** When the api was called: some figures go by the clock. */
  readonly at: Date;
}

/** One call of the api and the figures that must be in its answer. */
export interface Question {
  readonly where: string;
  /** The part of the answer that holds figures. */
  read(api: AccountApi): Promise<unknown>;
  expected(truth: Truth): Promise<unknown>;
  /** What is read next, when that depends on the answer. */
  readonly next?: (answer: unknown) => readonly Question[];
  /** No text of the answer is shown when it differs. */
  readonly discreet?: boolean;
}

/** Two besides UTC: one that changes its clocks, and one that is off by quarters of an hour. */
export const timeZones = ["UTC", "America/New_York", "Asia/Kathmandu"] as const;

/** Where REST has an answer of the same function as GraphQL, it is asked in this time zone alone: for how it reads and shows it. */
export const zoneOfRest = "UTC";

export const withBots = [false, true] as const;
