import type { TimeRange } from "../../clicks/counts/range.ts";
import type { StatsFilter } from "./condition.ts";
import { z } from "zod";
import { dimensionColumns } from "@hoplog/schema/clicks/dimensions.js";

export interface DayCount {
  /** A calendar day in the viewer's time zone. */
  readonly date: string;
  readonly clicks: number;
}

export interface StatsQuestion {
  readonly link: { readonly ownerId: string; readonly id: string };
  readonly range: TimeRange;
  /** IANA name. */
  readonly tz: string;
  /** Whether bots are counted too. */
  readonly bots: boolean;
  readonly now: Date;
  readonly filter?: StatsFilter | undefined;
}

/** What all figures of a link come from. */
export interface Figures {
  /** By calendar day of the time zone; days without clicks are missing. */
  readonly byDate: readonly DayCount[];
  readonly visitors: number;
  readonly tops: readonly TopCount[];
}

export const topRow = z.object({ dimension: z.enum(dimensionColumns), value: z.string(), clicks: z.coerce.number() });
export type TopCount = z.output<typeof topRow>;
