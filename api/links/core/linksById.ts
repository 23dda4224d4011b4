import { batchWhileBusy } from "@hoplog/platform/coalescing/batchWhileBusy.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import { linkColumns, type LinkRow } from "./linkRow.ts";

/** Reads of single links, shared by all modules. */
export interface LinksById {
  /**
   * Reads a link of any workspace, so the caller must authorize access. Returns null if the link doesn't exist or the
   * id is malformed.
   */
  readonly linkById: (id: string) => Promise<LinkRow | null>;
  /** Reads the tag ids of a link, for credentials bound to a tag. */
  readonly tagIdsOfLink: (id: string) => Promise<readonly string[]>;
}

/**
 * Postgres reads twenty links as fast as one. Several queries may run at a time, so that a slow one delays few reads.
 */
const maxConcurrent = 4;

/** Ids are checked because one that Postgres rejects would fail a query that other calls share. */
const idPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

export function readTagIdsOfLink({ reads }: Reads): LinksById["tagIdsOfLink"] {
  return async (id) => {
    const rows = await readRows<{ id: string }>(reads, sql`SELECT tag_id AS id FROM link_tag WHERE link_id = ${id}`);
    return rows.map((row) => row.id);
  };
}

/** Batches concurrent reads of links into one query. */
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
