import type { ClickQuestion } from "../../clicks/questions/question.ts";
import type { LinkKey } from "../../clicks/questions/source.ts";
import { z } from "zod";
import { dimensionColumns } from "@hoplog/schema/clicks/dimensions.js";

export interface DayCount {
  /** A calendar day in the viewer's time zone. */
  readonly date: string;
  readonly clicks: number;
}

/** A query for the clicks of a link. */
export interface StatsQuestion extends Omit<ClickQuestion, "ownerId"> {
  readonly link: LinkKey;
}

/** Basis of all figures of a link. */
export interface Figures {
  /** Clicks by calendar day of the time zone; days without clicks are omitted. */
  readonly byDate: readonly DayCount[];
  readonly visitors: number;
  readonly tops: readonly TopCount[];
}

export const topRow = z.object({ dimension: z.enum(dimensionColumns), value: z.string(), clicks: z.coerce.number() });
export type TopCount = z.output<typeof topRow>;
