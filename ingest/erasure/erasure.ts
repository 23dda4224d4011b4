import { inTransaction } from "@hoplog/platform/postgres/transaction.js";
import { uuidArray } from "@hoplog/platform/postgres/uuidArray.js";
import type { Pool } from "@hoplog/platform/postgres/pool.js";
import { clicksWrittenLock } from "@hoplog/schema/erasure.js";
import type { ClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { uuidText } from "@hoplog/schema/uuid.js";
import { idsOf } from "../batch/ids.ts";

/** The batch without the clicks of links that are erased, themselves or with their account. */
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

/** The batch without the clicks of these of its links. Id, links and texts stay as they are. */
export function withoutLinks(batch: ClickBatch, erased: ReadonlySet<number>): ClickBatch {
  if (erased.size === 0) return batch;
  const kept = Uint32Array.from([...batch.link.keys()].filter((row) => !erased.has(batch.link[row] ?? 0)));
  const pick = (column: Uint32Array) => kept.map((row) => column[row] ?? 0);
  const addresses = new Uint8Array(kept.length * 16);
  kept.forEach((row, i) => addresses.set(batch.addresses.subarray(row * 16, row * 16 + 16), i * 16));
  return {
    ...batch,
    size: kept.length,
    at: pick(batch.at),
    link: pick(batch.link),
    userAgent: pick(batch.userAgent),
    referrer: pick(batch.referrer),
    query: pick(batch.query),
    addresses,
    flags: Uint8Array.from(kept, (row) => batch.flags[row] ?? 0),
  };
}
