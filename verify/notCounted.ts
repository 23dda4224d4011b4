import { statSync } from "node:fs";
import { counted } from "@hoplog/schema/counted.js";
import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { damagedParts } from "@hoplog/platform/clickhouse/damagedParts.js";
import { unreadableFiles } from "@hoplog/platform/spool/unreadableFiles.js";
import type { ClientBase } from "pg";
import { z } from "zod";

/** Something of the installation that is known not to be in any figure, in words, with what to do. */
export type NotCounted = string;

/**
 * Lists what is known to be lost or to wait: batches that could not be read, chunks of a spool that were set aside, requests that were
 * dropped, and parts of ClickHouse's tables that it set aside as damaged. `spool` is null where no spool can be seen from here.
 */
export async function notCounted(
  clickhouse: ClickHouseClient,
  database: ClientBase,
  spool: string | null,
): Promise<NotCounted[]> {
  const [letters, dropped, damaged] = await Promise.all([
    deadLetters(database),
    droppedRequests(clickhouse),
    damagedParts(clickhouse),
  ]);
  const parts = damaged.map(
    ({ table, parts: count }) =>
      `ClickHouse has set ${counted(count, "damaged part")} of the table ${table} aside: see docs/operations.md#damaged-parts-of-clickhouse`,
  );
  return [...letters, ...(spool === null ? [] : unreadableChunks(spool)), ...dropped, ...parts];
}

function unreadableChunks(spool: string): NotCounted[] {
  // One that is shipped meanwhile has no size any more.
  const sizes = unreadableFiles(spool).flatMap(({ file }) => statSync(file, { throwIfNoEntry: false })?.size ?? []);
  if (sizes.length === 0) return [];
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return [
    `${counted(sizes.length, "damaged chunk")} of the spool (${counted(bytes, "byte")}) could not be read whole: make unreadable, then see docs/operations.md#damaged-chunks-of-the-spool`,
  ];
}

const droppedRow = z.object({ requests: z.coerce.number(), first: z.string(), last: z.string() });

async function droppedRequests(clickhouse: ClickHouseClient): Promise<NotCounted[]> {
  const answer = await clickhouse.query({
    query: `SELECT sum(r.dropped) AS requests, formatDateTime(min(r.quarter), '%F %R') AS first, formatDateTime(max(r.quarter), '%F %R') AS last
      FROM request_quarter AS r WHERE r.dropped > 0`,
    format: "JSONEachRow",
  });
  const [found] = droppedRow.array().parse(await answer.json());
  if (!found || found.requests === 0) return [];
  const { requests, first, last } = found;
  const when = first === last ? `at ${first} UTC` : `between ${first} and ${last} UTC`;
  return [
    `${counted(requests, "request")} ${when} ${requests === 1 ? "was" : "were"} answered and not recorded, since neither disk nor memory had room, and can't be restored: give the redirector's disk more room, see docs/operations.md#a-full-disk`,
  ];
}

/** None before the first ingest, whose table it is, has started. */
async function deadLetters(database: ClientBase): Promise<NotCounted[]> {
  const { rows: there } = await database.query<{ table: string | null }>(
    "SELECT to_regclass('dead_letter')::text AS table",
  );
  if (!there[0]?.table) return [];
  const { rows } = await database.query<{ batches: number; bytes: number; since: Date | null }>(
    `SELECT count(*)::float8 AS batches, coalesce(sum(octet_length(value)), 0)::float8 AS bytes, min(recorded_at) AS since
     FROM dead_letter`,
  );
  const [waiting] = rows;
  if (!waiting || waiting.batches === 0) return [];
  const { batches, bytes, since } = waiting;
  const from = since ? ` since ${since.toISOString()}` : "";
  return [
    `${counted(batches, "batch", "batches")} of clicks (${counted(bytes, "byte")})${from} could not be read: make dead-letters`,
  ];
}
