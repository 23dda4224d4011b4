import { counted } from "@hoplog/schema/counted.js";
import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { damagedParts } from "@hoplog/platform/clickhouse/damagedParts.js";
import type { ClientBase } from "pg";
import { z } from "zod";
import { deadLetters } from "./deadLetters.ts";
import { waitingInSpool } from "./waitingInSpool.ts";

/** A description of data that no figure includes, with instructions. */
export type NotCounted = string;

/**
 * Lists data that is known to be lost or waiting: unreadable batches, files in a spool, dropped requests, and parts
 * that ClickHouse detached as broken. `spool` is null if no spool is accessible from here.
 */
export async function notCounted(
  clickhouse: ClickHouseClient,
  database: ClientBase,
  spool: string | null,
  now = Date.now(),
): Promise<NotCounted[]> {
  const [letters, dropped, damaged] = await Promise.all([
    deadLetters(database),
    droppedRequests(clickhouse),
    damagedParts(clickhouse),
  ]);
  const parts = damaged.map(
    ({ table, parts: count }) =>
      `ClickHouse has set ${counted(count, "damaged part")} of the table ${table} aside: see docs/guides/repair.md#damaged-parts-of-clickhouse`,
  );
  return [...letters, ...(spool === null ? [] : waitingInSpool(spool, now)), ...dropped, ...parts];
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
    `${counted(requests, "request")} ${when} ${requests === 1 ? "was" : "were"} answered and not recorded, since neither disk nor memory had room, and can't be restored: give the redirector's disk more room, see docs/guides/repair.md#a-full-disk`,
  ];
}
