import { z } from "zod";
import { type LinkRecord, linkStates } from "./record.ts";

const columns = `domain, code, link_id AS "linkId", owner_id AS "ownerId", revision, url, state, plan`;

/**
 * The query that a redirector sends to Postgres for a code that is not in its replica yet: `$1` is the domain's number,
 * `$2` the code. The migrations of api create the view `link_target`; there is at most one row.
 */
export const linkTargetQuery = `SELECT ${columns} FROM link_target WHERE domain = $1 AND code = $2`;

/** Selects the targets of the codes `$2` in the domains `$1`, paired by index, and of the links `$3`. */
export const linkTargetsQuery = `
  SELECT ${columns} FROM unnest($1::integer[], $2::text[]) AS given (domain, code) JOIN link_target USING (domain, code)
  UNION
  SELECT ${columns} FROM link_target WHERE link_id = ANY($3)`;

/** Selects the targets of the owner `$1`, at most `$3` after the link `$2`, in the order of their ids. */
export const ownedTargetsQuery = `
  SELECT ${columns} FROM link_target WHERE owner_id = $1 AND link_id > $2 ORDER BY link_id LIMIT $3`;

const rowSchema = z.object({
  domain: z.int().nonnegative(),
  code: z.string(),
  linkId: z.uuid(),
  ownerId: z.uuid(),
  revision: z.int().nonnegative(),
  url: z.string(),
  state: z.enum(linkStates),
  plan: z.instanceof(Uint8Array),
});

export type LinkTarget = LinkRecord & { readonly code: string };

/** Parses a row. Throws a ZodError if this version does not support it. */
export function parseLinkTarget(row: unknown): LinkTarget {
  return rowSchema.parse(row);
}
