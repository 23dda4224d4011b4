import { importLimits } from "@hoplog/schema/imports/limits.js";
import { z } from "zod";
import { undatedRow, type VisitRow } from "./visitRows.ts";

/** How far the link behind `visitsTo` is. */
export const pageSchema = z.object({
  position: z.int(),
  cursor: z.string().nullable(),
  ordinal: z.int(),
  brought: z.number(),
  pages: z.int(),
});
export type Page = z.infer<typeof pageSchema>;

/** A link that an import has made, with the visits that its source has of it. */
export interface Link {
  readonly position: number;
  readonly visits: { readonly count: number | null; readonly sourceId: string };
  readonly linkId: string;
}

/** Where pages of a link's visits have come too far: well above what was counted when it was read. */
export function mostOf({ visits: { count } }: Link): number {
  return count === null ? importLimits.visitsMax : count * 1.1 + 1000;
}

/** Visits that the source has counted and not told of. */
export function restOf({ visits }: Link, brought: number): VisitRow[] {
  const { count } = visits;
  return count !== null && count > brought ? [undatedRow(count - brought)] : [];
}

export function sumOf(rows: readonly VisitRow[]): number {
  return rows.reduce((sum, { visits }) => sum + visits, 0);
}
