import { validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { fromCursor, requirePageSize, toCursor } from "../../kernel/calls/cursor.ts";
import type { LinkRow } from "../../links/core/linkRow.ts";
import type { PartName } from "./parts.ts";
import type { LedgerQuestion, LedgerServices } from "./question.ts";
import { type LedgerRequest, readRequests } from "./requests.ts";

export interface RequestPage {
  readonly requests: readonly (LedgerRequest & { readonly link: LinkRow | null })[];
  /** Cursor of the next page; null on the last page. */
  readonly next: string | null;
}

export interface PageQuestion {
  readonly part: PartName;
  readonly reason: string | null | undefined;
  readonly first: number;
  readonly after: string | null | undefined;
}

/** Returns the single requests of a category, newest first. Throws VALIDATION_ERROR. */
export async function requestPage(
  services: LedgerServices,
  question: LedgerQuestion,
  { part, reason = null, first, after }: PageQuestion,
): Promise<RequestPage> {
  const limit = requirePageSize(first);
  if (reason !== null && reason.length > limits.filterMax)
    throw validationError([{ field: "reason", message: `Must be at most ${limits.filterMax} characters` }]);
  const behind = after === null || after === undefined ? null : fromCursor(after);
  const found = await readRequests(services.clickhouse, question, { part, reason, limit: limit + 1, after: behind });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const requests = await Promise.all(
    shown.map(async (one) => ({ ...one, link: one.linkId === null ? null : await services.linkById(one.linkId) })),
  );
  return { requests, next: last && found.length > limit ? toCursor(last.at, last.id) : null };
}
