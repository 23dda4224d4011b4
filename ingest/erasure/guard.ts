import { inTransaction } from "@hoplog/platform/postgres/transaction.js";
import { uuidArray } from "@hoplog/platform/postgres/uuidArray.js";
import type { Pool } from "@hoplog/platform/postgres/pool.js";
import { clicksWrittenLock } from "@hoplog/schema/erasure.js";
import type { ClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { joinedIds, ownersOf } from "../clicks/ids.ts";
import { uuidText } from "@hoplog/schema/uuid.js";

/** Which of a batch's links (by their place in it) are erased, themselves or with their account. */
export type ErasedAmong = (links: ClickBatch["links"]) => Promise<ReadonlySet<number>>;

export interface ErasureGuard {
  /** Runs `work`, which asks what is erased and then writes, without anything being erased in between. */
  write<T>(work: (erasedAmong: ErasedAmong) => Promise<T>): Promise<T>;
}

export function createErasureGuard(pool: Pool): ErasureGuard {
  let tableExists = false;
  return {
    write: (work) =>
      inTransaction(pool, async (client) => {
        await client.query("SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))", [clicksWrittenLock]);
        return work(async (links) => {
          // The api makes the table; before its first start nothing can have been erased.
          tableExists ||= (await client.query("SELECT to_regclass('erasure') AS found")).rows[0].found !== null;
          if (!tableExists || links.length === 0) return new Set();
          const { rows } = await client.query<{ kind: "link" | "account"; id: string }>(
            `SELECT kind, id FROM erasure
             WHERE (kind = 'link' AND id = ANY ($1::uuid[])) OR (kind = 'account' AND id = ANY ($2::uuid[]))`,
            [uuidArray(joinedIds(links.map(({ linkId }) => linkId))), uuidArray(joinedIds(ownersOf(links).ids))],
          );
          if (rows.length === 0) return new Set();
          const erased = { link: new Set<string>(), account: new Set<string>() };
          for (const { kind, id } of rows) erased[kind].add(id);
          return new Set(
            links.flatMap(({ linkId, ownerId }, i) =>
              erased.link.has(uuidText(linkId)) || erased.account.has(uuidText(ownerId)) ? i : [],
            ),
          );
        });
      }),
  };
}
