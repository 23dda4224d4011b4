import type { Logger } from "@hoplog/platform/logging/logger.js";
import { clickHouseState } from "@hoplog/platform/clickhouse/health.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type { Registry } from "prom-client";
import { z } from "zod";
import { select } from "../clicks/clickhouse/select.ts";
import { rowsOf } from "../kernel/database/statements.ts";
import type { Services } from "./app.ts";
import { openBase } from "./base.ts";
import type { Settings } from "./env.ts";
import { entities, readTables, startFeatures } from "./features.ts";

export interface OpenServices {
  readonly services: Services;
  readonly checks: Readonly<Record<string, () => Promise<unknown>>>;
  /** Stops what was started, in reverse order. */
  close(): Promise<void>;
}

/**
 * Opens everything that the API needs, starts its features and registers their metrics. Closes everything after a
 * failure.
 */
export async function openServices(settings: Settings, logger: Logger, registry: Registry): Promise<OpenServices> {
  await using stack = new AsyncDisposableStack();
  const { projections } = readTables;
  const base = await openBase(settings, { entities, projections }, logger, registry, stack);
  const services = await startFeatures(base, stack);
  const opened = stack.move();
  const { orm, clickhouse, log, bus } = base;
  return {
    services,
    checks: {
      postgres: () => rowsOf(orm.em.fork(), sql`SELECT 1`),
      clickhouse: () =>
        clickhouse.addresses ? clickHouseState(clickhouse) : select(clickhouse, z.unknown(), "SELECT 1", {}),
      log: () => log.ping(),
      bus: () => bus.ping(),
    },
    close: () => opened.disposeAsync(),
  };
}
