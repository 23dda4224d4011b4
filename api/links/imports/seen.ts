import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { limits } from "@hoplog/schema/limits.js";
import { tagKey } from "@hoplog/schema/tags/tags.js";
import { importLimits } from "@hoplog/schema/imports/limits.js";
import type { Transaction } from "../../kernel/database/orm.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import { keyOf } from "../core/refuseNew.ts";
import type { Fitted } from "./fit.ts";
import { lost, type Loss } from "./sources/sourceLink.ts";

/** What rows before have taken, and others: records that are judged in several goes share it. */
export interface Seen {
  readonly codes: Set<string>;
  readonly externalIds: Set<string>;
  /** Keys of tags: those of the workspace, and new ones of rows before. */
  readonly tags: Set<string>;
  /** Keys of the new ones alone. */
  readonly newTags: Set<string>;
}

interface Scope {
  readonly id: string;
  readonly ownerId: string;
}

/** What there is when a step begins; codes and external ids are looked up as they are asked for. */
export async function beginSeen(tx: Transaction, { id, ownerId }: Scope): Promise<Seen> {
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

/** Keeps for the next step which tags the rows of this one have brought. */
export async function keepSeen(tx: Transaction, id: string, { newTags }: Seen): Promise<void> {
  await execute(
    tx,
    sql`UPDATE link_import SET new_tags = ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify([...newTags])}::jsonb))
     WHERE id = ${id} AND cardinality(new_tags) <> ${newTags.size}`,
  );
}

/** Codes, by their keys, and external ids among these that rows of earlier steps have taken. */
export async function takenBefore(
  tx: Transaction,
  { id }: Pick<Scope, "id">,
  links: readonly Fitted[],
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
  return { kind: "code", message: `Short URL: ${code} is taken, so the link gets another one` };
}

export const externalIdLoss: Loss = { kind: "text", message: "Another link has its external id" };

/** Said of a link that lacks tags for want of room. */
export function tagLosses(areMissing: boolean): Loss[] {
  return lost("tags", `A workspace can have at most ${limits.tagsPerWorkspace} tags`, areMissing);
}

/** A link as far as others leave it what it wants, and what of that is taken by it. */
export interface Left {
  readonly link: Fitted["link"];
  readonly losses: readonly Loss[];
  readonly codeKey: string | null;
  readonly externalId: string | null;
}

/** Leaves out what another link has, or one before it in the file, and tags that there is no room for; adds the rest to what is seen. */
export function withoutTaken({ link, parsed, losses }: Fitted, { codes, externalIds, tags, newTags }: Seen): Left {
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

/** As many losses as are kept of a link, at least one of each kind; the last one says how many more there are. */
export function boundedLosses(losses: readonly Loss[]): readonly Loss[] {
  if (losses.length <= importLimits.lossesMax) return losses;
  const kinds = new Set<string>();
  // Kinds are counted over all links, and must not fall behind the others.
  const firsts = losses.filter(({ kind }) => !kinds.has(kind) && kinds.add(kind));
  const isFirst = new Set(firsts);
  const kept = [...firsts, ...losses.filter((loss) => !isFirst.has(loss))].slice(0, importLimits.lossesMax - 1);
  const isKept = new Set(kept);
  const next = losses.find((loss) => !isKept.has(loss));
  const more = losses.length - kept.length;
  return next ? [...losses.filter((loss) => isKept.has(loss)), { kind: next.kind, message: `${more} more` }] : kept;
}
