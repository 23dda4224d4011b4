import type { ClickFilter } from "@hoplog/schema/clicks/filters.js";
import type { TimeRange } from "../../clicks/counts/range.ts";

/** Which clicks of an account are looked at. */
export interface AnalyticsQuestion {
  readonly ownerId: string;
  readonly range: TimeRange;
  /** IANA name: days and hours are its. */
  readonly tz: string;
  /** Whether bots are counted too. */
  readonly bots: boolean;
  /** Checked ones. */
  readonly filters: readonly ClickFilter[];
  readonly now: Date;
}
