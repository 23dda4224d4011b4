import { z } from "zod";

/** Clicks by people, and all clicks. */
export interface Sum {
  readonly people: number;
  readonly all: number;
}

/** A half-open range; null means unbounded. */
export interface Span {
  readonly from: Date | null;
  readonly to: Date | null;
}

export const number = z.coerce.number();
export const keyedRow = z.object({ key: z.string(), people: number, all: number });

/** Columns of a {@link Sum}, in SQL. */
export const sums = "countIf(is_bot = false) AS people, count() AS all";
