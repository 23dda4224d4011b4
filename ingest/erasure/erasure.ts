import { inTransaction } from "@hoplog/platform/postgres/transaction.js";
import { uuidArray } from "@hoplog/platform/postgres/uuidArray.js";
import type { Pool } from "@hoplog/platform/postgres/pool.js";
import { clicksWrittenLock } from "@hoplog/schema/erasure.js";
import type { ClickBatch, Visits } from "@hoplog/schema/topics/clickBatch/decode.js";
import { uuidText } from "@hoplog/schema/uuid.js";
import { idsOf } from "../batch/ids.ts";

/** The batch without the clicks and misses of links that are erased, themselves or with their account. */
export type WithoutErased = (batch: ClickBatch) => Promise<ClickBatch>;

export interface ErasureGuard {
  /** Runs `work`, which leaves out what is erased and then writes, without anything being erased in between. */
  write<T>(work: (withoutErased: WithoutErased) => Promise<T>): Promise<T>;
}

export function createErasureGuard(pool: Pool): ErasureGuard {
  let tableExists = false;
  return {
    write: (work) =>
      inTransaction(pool, async (client) => {
        await client.query("SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))", [clicksWrittenLock]);
        return work(async (batch) => {
          const { links } = batch;
          // The api makes the table; before its first start nothing can have been erased.
          tableExists ||= (await client.query("SELECT to_regclass('erasure') AS found")).rows[0].found !== null;
          if (!tableExists || links.length === 0) return batch;
          const ids = idsOf(links);
          const { rows } = await client.query<{ kind: "link" | "account"; id: string }>(
            `SELECT kind, id FROM erasure
             WHERE (kind = 'link' AND id = ANY ($1::uuid[])) OR (kind = 'account' AND id = ANY ($2::uuid[]))`,
            [uuidArray(ids.links), uuidArray(ids.owners)],
          );
          if (rows.length === 0) return batch;
          const erased = { link: new Set<string>(), account: new Set<string>() };
          for (const { kind, id } of rows) erased[kind].add(id);
          const erasedLinks = links.flatMap(({ linkId, ownerId }, i) =>
            erased.link.has(uuidText(linkId)) || erased.account.has(uuidText(ownerId)) ? i : [],
          );
          return withoutLinks(batch, new Set(erasedLinks));
        });
      }),
  };
}

/** The batch without the clicks and misses of these of its links. Id, links, texts and the ids of clicks stay as they are. */
export function withoutLinks(batch: ClickBatch, erased: ReadonlySet<number>): ClickBatch {
  if (erased.size === 0) return batch;
  const { misses } = batch;
  const kept = rowsWhere(batch.size, (row) => !erased.has(batch.link[row] ?? 0));
  const keptMisses = rowsWhere(misses.size, (row) => !erased.has((misses.link[row] ?? 0) - 1));
  return {
    ...batch,
    ...pickedVisits(batch, kept),
    link: picked(batch.link, kept),
    query: picked(batch.query, kept),
    ids: pickedIds(batch.ids, kept),
    misses: {
      ...pickedVisits(misses, keptMisses),
      link: picked(misses.link, keptMisses),
      host: picked(misses.host, keptMisses),
      path: picked(misses.path, keptMisses),
      code: picked(misses.code, keptMisses),
      reasons: Array.from(keptMisses, (row) => misses.reasons[row] ?? "unknown"),
    },
  };
}

function rowsWhere(size: number, isKept: (row: number) => boolean): Uint32Array {
  return Uint32Array.from(Array.from({ length: size }, (_, row) => row).filter(isKept));
}

function pickedVisits(visits: Visits, rows: Uint32Array): Visits {
  return {
    size: rows.length,
    at: picked(visits.at, rows),
    userAgent: picked(visits.userAgent, rows),
    referrer: picked(visits.referrer, rows),
    languages: picked(visits.languages, rows),
    addresses: pickedIds(visits.addresses, rows),
    flags: Uint8Array.from(rows, (row) => visits.flags[row] ?? 0),
  };
}

function picked(column: Uint32Array, rows: Uint32Array): Uint32Array {
  return rows.map((row) => column[row] ?? 0);
}

/** Of 16 bytes a row. */
function pickedIds(column: Uint8Array, rows: Uint32Array): Uint8Array {
  const out = new Uint8Array(rows.length * 16);
  rows.forEach((row, i) => out.set(column.subarray(row * 16, row * 16 + 16), i * 16));
  return out;
}
