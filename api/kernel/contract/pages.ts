import { z } from "zod";
import { count } from "./answerPieces.ts";
import { paging, queryText } from "./parse.ts";

// Pages of REST lists: by page number for people, or after a cursor for programs.

/** The parameters that select a page of a list. */
export const pageParameters = {
  ...paging,
  after: queryText
    .optional()
    .describe(
      "The `nextCursor` of the previous page. Overrides the parameter `page`. In the response, `page` and `pages` are then null; in most lists, `total` is also null",
    ),
};

export const pageAnswer = z
  .object({
    page: count.nullable(),
    limit: count,
    total: count.nullable(),
    pages: count.nullable(),
    nextCursor: z.string().nullable().describe("Value of `after` for the next page; null on the last page"),
  })
  .meta({ title: "Pagination" });

interface PageRequest {
  readonly page: number;
  readonly limit: number;
  readonly after?: string | undefined;
}

/**
 * Returns the cursor position or the offset at which a page starts. `read` throws VALIDATION_ERROR for an invalid
 * cursor of that list.
 */
export function startOf<Position>(
  { page, limit, after }: PageRequest,
  read: (cursor: string) => Position,
): { readonly after: Position } | { readonly offset: number } {
  return after === undefined ? { offset: (page - 1) * limit } : { after: read(after) };
}

/** Returns the rows to show, if one more was read than `limit`. */
export function shownOf<Row>(rows: readonly Row[], limit: number): readonly Row[] {
  return rows.slice(0, limit);
}

/** Builds the pagination of a page; `total` is null if rows were not counted. */
export function pageOf<Row>(
  { page, limit, after }: PageRequest,
  rows: readonly Row[],
  total: number | null,
  cursorOf: (row: Row) => string,
): z.output<typeof pageAnswer> {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const nextCursor = last === undefined ? null : cursorOf(last);
  const isNumbered = after === undefined && total !== null;
  return {
    page: isNumbered ? page : null,
    limit,
    total,
    pages: isNumbered ? Math.ceil(total / limit) : null,
    nextCursor,
  };
}
