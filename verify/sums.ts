import { z } from "zod";

/** People, and everybody. */
export interface Sum {
  readonly people: number;
  readonly all: number;
}

/** Half-open; null is open. */
export interface Span {
  readonly from: Date | null;
  readonly to: Date | null;
}

export const number = z.coerce.number();
export const keyedRow = z.object({ key: z.string(), people: number, all: number });

/** Columns of a {@link Sum}, in SQL. */
export const sums = "countIf(is_bot = false) AS people, count() AS all";
