import { batchWhileBusy } from "@hoplog/platform/coalescing/batchWhileBusy.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import { linkColumns, type LinkRow } from "./linkRow.ts";

/** What reads of one link take. */
export interface LinksById {
  /** Whoever's it is: the caller must still authorize it. Null for what isn't there, and for what is no id. */
  readonly linkById: (id: string) => Promise<LinkRow | null>;
  /** The ids of a link's tags, for who reaches links with one tag alone. */
  readonly tagIdsOfLink: (id: string) => Promise<readonly string[]>;
}

/** Postgres answers for twenty links as fast as for one. More than one at a time, so that a slow query holds up few. */
const maxConcurrent = 4;

/** An id that Postgres would refuse must not reach a query that others wait for. */
const idPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

export function readTagIdsOfLink({ reads }: Reads): LinksById["tagIdsOfLink"] {
  return async (id) => {
    const rows = await readRows<{ id: string }>(reads, sql`SELECT tag_id AS id FROM link_tag WHERE link_id = ${id}`);
    return rows.map((row) => row.id);
  };
}

/** Reads the links that different requests want at the same time with one query. */
export function readLinksById({ reads }: Reads): LinksById["linkById"] {
  const read = batchWhileBusy<string, ReadonlyMap<string, LinkRow>>(
    async (ids) => {
      const distinct = [...new Set(ids)];

      const rows = await readRows<LinkRow>(
        reads,
        sql`SELECT ${linkColumns} FROM link WHERE id = ANY (${distinct}::uuid[])`,
      );
      return new Map(rows.map((row) => [row.id, row]));
    },
    maxConcurrent,
    true,
  );
  return async (id) => {
    const lowerCase = id.toLowerCase();
    if (!idPattern.test(lowerCase)) return null;
    return (await read(lowerCase)).get(lowerCase) ?? null;
  };
}
