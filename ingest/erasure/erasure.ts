import { inTransaction } from "@hoplog/platform/postgres/transaction.js";
import { uuidArray } from "@hoplog/platform/postgres/uuidArray.js";
import type { Pool, PoolClient } from "@hoplog/platform/postgres/pool.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { clicksWrittenLock } from "@hoplog/schema/erasure.js";
import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import type { Visits } from "@hoplog/schema/topics/clickBatch/decode.js";
import { uuidText } from "@hoplog/schema/uuid.js";
import type { BlockRequests, ClickBlock } from "../batch/block.ts";
import { idsOf } from "../batch/ids.ts";
import { picked, pickedBytes, pickedIds } from "../batch/pick.ts";

/** Removes the clicks and misses of links that were erased, either individually or with their account. */
export type WithoutErased = (block: ClickBlock) => Promise<ClickBlock>;

export interface ErasureGuard {
  /** Runs `work`, which removes erased links and then writes, while a lock prevents new erasures. */
  write<T>(work: (withoutErased: WithoutErased) => Promise<T>): Promise<T>;
}

export function createErasureGuard(pool: Pool): ErasureGuard {
  let tableExists = false;
  let domainsExist = false;
  return {
    write: (work) =>
      inTransaction(pool, async (client) => {
        await client.query(sql`SELECT pg_advisory_xact_lock_shared(hashtextextended(${clicksWrittenLock}, 0))`);
        return work(async (block) => {
          const { links } = block;
          // The api creates the tables; before its first start nothing can have been erased.
          tableExists ||= await hasTable(client, "erasure");
          if (!tableExists || links.length === 0) return block;
          domainsExist ||= await hasTable(client, "domain");
          const ids = idsOf(links);
          const domains = domainsExist ? await erasedDomains(client, links) : noDomains;
          const { rows } = await client.query<{ kind: "link" | "account"; id: string }>(
            sql`SELECT kind, id FROM erasure
             WHERE (kind = 'link' AND id = ANY (${uuidArray(ids.links)}::uuid[])) OR (kind = 'account'
               AND id = ANY (${uuidArray(ids.owners)}::uuid[]))`,
          );
          if (rows.length + domains.size === 0) return block;
          const erased = { link: new Set<string>(), account: new Set<string>() };
          for (const { kind, id } of rows) erased[kind].add(id);
          const numbersOf = (isErased: (link: (typeof links)[number]) => boolean) =>
            new Set(links.flatMap((link, i) => (isErased(link) ? i : [])));
          return withoutLinks(block, {
            links: numbersOf(({ linkId }) => erased.link.has(uuidText(linkId))),
            accounts: numbersOf(({ ownerId, domain }) => erased.account.has(uuidText(ownerId)) || domains.has(domain)),
          });
        });
      }),
  };
}

async function hasTable(client: PoolClient, name: string): Promise<boolean> {
  return (await client.query(sql`SELECT to_regclass(${name}) AS found`)).rows[0].found !== null;
}

const noDomains: ReadonlySet<number> = new Set();

/**
 * Returns the domains of erased accounts: misses of an unknown code or of `/` are linked to an account only by their
 * domain.
 */
async function erasedDomains(client: PoolClient, links: ClickBlock["links"]): Promise<ReadonlySet<number>> {
  const numbers = [...new Set(links.map(({ domain }) => domain))].filter((domain) => domain !== defaultDomain);
  if (numbers.length === 0) return noDomains;
  const { rows } = await client.query<{ number: number }>(
    sql`SELECT number FROM domain
     WHERE number = ANY (${numbers}::bigint[]) AND owner_id IN (SELECT id FROM erasure WHERE kind = 'account')`,
  );
  return new Set(rows.map(({ number }) => number));
}

/** The erased links of a block: erased individually, or with their account. */
export interface ErasedLinks {
  readonly links: ReadonlySet<number>;
  readonly accounts: ReadonlySet<number>;
}

/**
 * Removes the clicks and misses of these links from a block. Links, texts and the ids of batches are unchanged. The
 * request counts of individually erased links become erased requests of their account.
 */
export function withoutLinks(block: ClickBlock, { links, accounts }: ErasedLinks): ClickBlock {
  if (links.size + accounts.size === 0) return block;
  const { misses } = block;
  const isErased = (link: number) => links.has(link) || accounts.has(link);
  const kept = rowsWhere(block.size, (row) => !isErased(block.link[row] ?? 0));
  const remainingMisses = rowsWhere(misses.size, (row) => !isErased((misses.link[row] ?? 0) - 1));
  return {
    ...block,
    ...pickedVisits(block, kept),
    link: picked(block.link, kept),
    query: picked(block.query, kept),
    batchOf: picked(block.batchOf, kept),
    ids: pickedIds(block.ids, kept),
    misses: {
      ...pickedVisits(misses, remainingMisses),
      link: picked(misses.link, remainingMisses),
      host: picked(misses.host, remainingMisses),
      path: picked(misses.path, remainingMisses),
      code: picked(misses.code, remainingMisses),
      batchOf: picked(misses.batchOf, remainingMisses),
      reasons: Array.from(remainingMisses, (row) => misses.reasons[row] ?? "unknown"),
    },
    requests: withoutAccounts(block.requests, { links, accounts }),
  };
}

function withoutAccounts(requests: BlockRequests, { links, accounts }: ErasedLinks): BlockRequests {
  const { link, quarter, clicks, misses, dropped } = requests;
  const rows = rowsWhere(requests.size, (row) => !accounts.has((link[row] ?? 0) - 1));
  return {
    size: rows.length,
    link: picked(link, rows),
    quarter: picked(quarter, rows),
    clicks: picked(clicks, rows),
    misses: picked(misses, rows),
    dropped: picked(dropped, rows),
    erased: rows.map((row) => (links.has((link[row] ?? 0) - 1) ? (clicks[row] ?? 0) + (misses[row] ?? 0) : 0)),
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
    flags: pickedBytes(visits.flags, rows),
  };
}
