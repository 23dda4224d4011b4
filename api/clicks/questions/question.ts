import type { ClickFilter } from "@hoplog/schema/clicks/filters.js";
import { flag } from "../../kernel/contract/parse.ts";
import type { TimeRange } from "../counts/range.ts";
import { range, timeZone } from "../counts/rangeTaken.ts";
import { filters } from "./filtersTaken.ts";

/** A query for clicks of an account. */
export interface ClickQuestion {
  readonly ownerId: string;
  readonly range: TimeRange;
  /** IANA name of the time zone of days and hours. */
  readonly tz: string;
  /** Whether bots are counted too. */
  readonly bots: boolean;
  /** Validated filters. */
  readonly filters: readonly ClickFilter[];
  readonly now: Date;
}

/** The parameters of calls about clicks. */
export const asked = {
  range,
  tz: timeZone,
  bots: flag.default(false).describe("Whether to include clicks by bots"),
  filters,
};

/** Returns the filter for the clicks of one link. */
export function ofLink(id: string): ClickFilter {
  return { field: "link", op: "is", values: [id] };
}
