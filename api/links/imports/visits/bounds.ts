import { importLimits } from "@hoplog/schema/imports/limits.js";
import { z } from "zod";
import { undatedRow, type VisitRow } from "./visitRows.ts";

/** The progress within the visits of one link, the next one after the position `visitsTo`. */
export const pageSchema = z.object({
  position: z.int(),
  cursor: z.string().nullable(),
  ordinal: z.int(),
  brought: z.number(),
  pages: z.int(),
});
export type Page = z.infer<typeof pageSchema>;

/** A link created by an import, with the visits at its source. */
export interface Link {
  readonly position: number;
  readonly visits: { readonly count: number | null; readonly sourceId: string };
  readonly linkId: string;
}

/** Returns the maximum number of visits of a link to read: well above the count when it was imported. */
export function mostOf({ visits: { count } }: Link): number {
  return count === null ? importLimits.visitsMax : count * 1.1 + 1000;
}

/** Returns a row for the visits that the source counted but did not list; empty if there are none. */
export function restOf({ visits }: Link, brought: number): VisitRow[] {
  const { count } = visits;
  return count !== null && count > brought ? [undatedRow(count - brought)] : [];
}

export function sumOf(rows: readonly VisitRow[]): number {
  return rows.reduce((sum, { visits }) => sum + visits, 0);
}
