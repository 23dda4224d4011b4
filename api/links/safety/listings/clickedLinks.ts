import type { Logger } from "@hoplog/platform/logging/logger.js";
import type { ClientBase } from "pg";
import { z } from "zod";
import { type ClickHouse, select } from "../../../clicks/clickhouse/select.ts";
import { checkLinksAgain } from "./linkChecks.ts";

/** Maximum number of links per day, most clicks first: a few hours of work at ten URLs per second. */
const linksMax = 100_000;
const linksAtOnce = 5000;

const clickedRow = z.object({ id: z.uuid() });

/** Queues the links clicked in the last day, once a day. If ClickHouse is unavailable, the next call retries. */
export async function queueClickedLinks(
  client: ClientBase,
  { clickhouse, logger }: ClickHouse & { readonly logger: Logger },
): Promise<void> {
  const { rows } = await client.query<{ due: boolean }>(
    `SELECT coalesce(clicked_links_at <= now() - interval '1 day', true) AS due FROM blocklist_state`,
  );
  if (!rows[0]?.due) return;
  let clicked: readonly { readonly id: string }[];
  try {
    clicked = await select(
      clickhouse,
      clickedRow,
      `SELECT toString(link_id) AS id FROM link_quarter AS q WHERE quarter >= now() - INTERVAL 25 HOUR
       GROUP BY link_id HAVING sum(q.people) > 0 ORDER BY sum(q.people) DESC LIMIT {max: UInt32}`,
      { max: linksMax },
    );
  } catch (error) {
    logger.warn({ err: error }, "could not find clicked links; their URLs are checked later");
    return;
  }
  await client.query("BEGIN");
  for (let at = 0; at < clicked.length; at += linksAtOnce) {
    await checkLinksAgain(
      client,
      clicked.slice(at, at + linksAtOnce).map(({ id }) => id),
    );
  }
  await client.query("UPDATE blocklist_state SET clicked_links_at = now()");
  await client.query("COMMIT");
}
