import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { limits } from "@hoplog/schema/limits.js";
import { tagKey } from "@hoplog/schema/tags/tags.js";
import { importLimits } from "@hoplog/schema/imports/limits.js";
import type { Transaction } from "../../kernel/database/orm.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import { keyOf } from "../core/refuseNew.ts";
import type { AdaptedLink } from "./adaptLink.ts";
import { lost, type Loss } from "./sources/sourceLink.ts";

/**
 * Codes, external ids and tags in use by other links and by earlier rows; shared by all steps that plan an import's
 * rows.
 */
export interface UsedKeys {
  readonly codes: Set<string>;
  readonly externalIds: Set<string>;
  /** Keys of the workspace's tags, and of new tags of earlier rows. */
  readonly tags: Set<string>;
  /** Keys of only the new tags. */
  readonly newTags: Set<string>;
}

interface Scope {
  readonly id: string;
  readonly ownerId: string;
}

/** Loads the used tags at the beginning of a step; codes and external ids are looked up on demand. */
export async function loadUsedKeys(tx: Transaction, { id, ownerId }: Scope): Promise<UsedKeys> {
  const own = await rowsOf<{ key: string }>(tx, sql`SELECT key FROM tag WHERE owner_id = ${ownerId}`);
  const added = await rowsOf<{ key: string }>(
    tx,
    sql`SELECT unnest(new_tags) AS key FROM link_import WHERE id = ${id}`,
  );
  const newTags = new Set(added.map(({ key }) => key));
  return {
    codes: new Set(),
    externalIds: new Set(),
    tags: new Set([...own.map(({ key }) => key), ...newTags]),
    newTags,
  };
}

/** Stores the new tags of this step's rows for the next step. */
export async function storeNewTags(tx: Transaction, id: string, { newTags }: UsedKeys): Promise<void> {
  await execute(
    tx,
    sql`UPDATE link_import SET new_tags = ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify([...newTags])}::jsonb))
     WHERE id = ${id} AND cardinality(new_tags) <> ${newTags.size}`,
  );
}

/** Returns those of the links' codes (as keys) and external ids that rows of earlier steps have taken. */
export async function usedByEarlierRows(
  tx: Transaction,
  { id }: Pick<Scope, "id">,
  links: readonly AdaptedLink[],
): Promise<{ readonly codes: readonly string[]; readonly externalIds: readonly string[] }> {
  const among = async (column: "code_key" | "external_id", values: readonly string[]) => {
    if (values.length === 0) return [];
    const rows = await rowsOf<{ value: string }>(
      tx,
      sql`SELECT ${raw(column)} AS value FROM link_import_row
       WHERE import_id = ${id} AND ${raw(column)} IN (SELECT jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`,
    );
    return rows.map(({ value }) => value);
  };
  const codes = links.flatMap(({ parsed: { code, place } }) => (code === null ? [] : keyOf(place, code)));
  const externalIds = links.flatMap(({ parsed }) => parsed.externalId ?? []);
  return { codes: await among("code_key", codes), externalIds: await among("external_id", externalIds) };
}

export function codeLoss(code: string): Loss {
  return { kind: "code", message: `The short URL ${code} is taken, so the link gets a generated one` };
}

export const externalIdLoss: Loss = {
  kind: "text",
  message: "Another link has the same external ID, so the external ID is omitted",
};

/** Returns the loss of a link whose tags exceed the limit; empty if no tag is missing. */
export function tagLosses(areMissing: boolean): Loss[] {
  return lost("tags", `A workspace can have at most ${limits.tagsPerWorkspace} tags, so some are omitted`, areMissing);
}

/** A link without values that are already taken, and the code and external id that it takes itself. */
export interface ReducedLink {
  readonly link: AdaptedLink["link"];
  readonly losses: readonly Loss[];
  readonly codeKey: string | null;
  readonly externalId: string | null;
}

/**
 * Drops codes and external ids of other links or earlier rows, and tags beyond the limit; adds the link's own code,
 * external id and tags to the used keys.
 */
export function withoutUsed(
  { link, parsed, losses }: AdaptedLink,
  { codes, externalIds, tags, newTags }: UsedKeys,
): ReducedLink {
  const { code, place, externalId } = parsed;
  const key = code === null ? null : keyOf(place, code);
  const isTaken = key !== null && codes.has(key);
  const isIdTaken = externalId !== null && externalIds.has(externalId);
  if (key !== null) codes.add(key);
  if (externalId !== null) externalIds.add(externalId);
  const possible = parsed.tags.filter((name) => {
    const tag = tagKey(name);
    if (!tags.has(tag) && tags.size < limits.tagsPerWorkspace) newTags.add(tag);
    if (newTags.has(tag)) tags.add(tag);
    return tags.has(tag);
  });
  const areMissing = possible.length < parsed.tags.length;
  const input = {
    ...link.input,
    ...(isTaken && { shortUrl: "" }),
    ...(isIdTaken && { externalId: "" }),
    ...(areMissing && { tags: possible }),
  };
  const more = [
    ...(isTaken && code !== null ? [codeLoss(code)] : []),
    ...(isIdTaken ? [externalIdLoss] : []),
    ...tagLosses(areMissing),
  ];
  return {
    link: { ...link, input },
    losses: boundedLosses([...losses, ...more]),
    codeKey: isTaken ? null : key,
    externalId: isIdTaken ? null : externalId,
  };
}

/** Limits the stored losses of a link, with at least one of each kind; the last one states how many are omitted. */
export function boundedLosses(losses: readonly Loss[]): readonly Loss[] {
  if (losses.length <= importLimits.lossesMax) return losses;
  const kinds = new Set<string>();
  // Kinds are counted over all links, so the first loss of each kind is always included.
  const firsts = losses.filter(({ kind }) => !kinds.has(kind) && kinds.add(kind));
  const isFirst = new Set(firsts);
  const kept = [...firsts, ...losses.filter((loss) => !isFirst.has(loss))].slice(0, importLimits.lossesMax - 1);
  const isKept = new Set(kept);
  const next = losses.find((loss) => !isKept.has(loss));
  const more = losses.length - kept.length;
  return next
    ? [...losses.filter((loss) => isKept.has(loss)), { kind: next.kind, message: `${more} more losses` }]
    : kept;
}
