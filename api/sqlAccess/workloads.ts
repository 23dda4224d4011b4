import type { ClickHouseClient } from "@clickhouse/client";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { analystsWorkloads } from "@hoplog/schema/analysts.js";
import { z } from "zod";
import { select } from "../clickhouse/select.ts";

const row = z.object({ processors: z.coerce.number() });

/**
 * Lets few queries of analysts run at a time, all of them together. Where the service's user may not do that, analysts have their
 * other limits alone, and the log says so.
 */
export async function makeWorkloads(clickhouse: ClickHouseClient, logger: Logger): Promise<void> {
  try {
    // Unless it is set, as many as ClickHouse may use.
    const [found] = await select(clickhouse, row, "SELECT getSetting('max_threads') AS processors", {});
    for (const query of analystsWorkloads(found?.processors ?? 1)) await clickhouse.command({ query });
  } catch (error) {
    logger.warn({ err: error }, "analysts' queries can't be kept to a few at a time");
  }
}
