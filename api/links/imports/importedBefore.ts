import type { Transaction } from "../../kernel/database/orm.ts";
import { rowsOf } from "../../kernel/database/statements.ts";
import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { linkKey } from "@hoplog/schema/topics/links/key.js";
import { type Content, contentOf, type Earlier, type EarlierRow } from "./identify.ts";

interface Scope {
  readonly id: string;
  readonly ownerId: string;
  readonly source: string;
}

interface Imported {
  readonly key: string;
  readonly domain: number;
  readonly code: string;
  readonly originalUrl: string;
}

/**
 * Finds links that the workspace's imports have created, by key and by code, and earlier rows of the running import, by
 * key.
 */
export async function findEarlier(
  tx: Transaction,
  scope: Scope,
  keys: readonly string[],
  wanted: readonly { readonly domain: number; readonly code: string }[],
): Promise<Earlier> {
  const byKey = await importedByKeys(tx, scope, keys);
  const byCode = await importedByCodes(tx, scope, wanted);
  return {
    imported: new Map(byKey.map((one) => [one.key, shown(one)])),
    byContent: new Map(byCode.map((one) => [contentOf(shown(one)), one.key])),
    rows: await rowsByKeys(tx, scope, keys),
  };
}

function shown({ domain, code, originalUrl }: Imported): Content {
  return { codeKey: linkKey({ domain, code }), originalUrl };
}

const columns = `imported.key, link.domain, link.code, link.original_url AS "originalUrl"`;

export async function importedByKeys(
  tx: Transaction,
  { ownerId, source }: Scope,
  keys: readonly string[],
): Promise<readonly Imported[]> {
  if (keys.length === 0) return [];
  return rowsOf<Imported>(
    tx,
    sql`SELECT ${raw(columns)} FROM imported_link AS imported JOIN link ON link.id = imported.link_id
     WHERE imported.owner_id = ${ownerId} AND imported.source = ${source}
       AND imported.key IN (SELECT jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`,
  );
}

/** Finds imported links by code, since the same file may be imported again under another name. */
async function importedByCodes(
  tx: Transaction,
  { ownerId, source }: Scope,
  wanted: readonly { readonly domain: number; readonly code: string }[],
): Promise<readonly Imported[]> {
  if (wanted.length === 0) return [];
  return rowsOf<Imported>(
    tx,
    sql`SELECT ${raw(columns)} FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS wanted (domain integer, code text)
       JOIN code_claim AS held USING (domain, code) JOIN link ON link.id = held.link_id AND link.code = held.code
       JOIN imported_link AS imported ON imported.link_id = link.id
     WHERE link.owner_id = ${ownerId} AND imported.owner_id = ${ownerId} AND imported.source = ${source}`,
  );
}

async function rowsByKeys(
  tx: Transaction,
  { id }: Scope,
  keys: readonly string[],
): Promise<ReadonlyMap<string, EarlierRow>> {
  if (keys.length === 0) return new Map();
  const rows = await rowsOf<EarlierRow & { readonly key: string }>(
    tx,
    sql`SELECT key, row, code_key AS "codeKey", original_url AS "originalUrl" FROM link_import_row
     WHERE import_id = ${id} AND key IN (SELECT jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`,
  );
  return new Map(rows.map(({ key, ...row }) => [key, row]));
}
