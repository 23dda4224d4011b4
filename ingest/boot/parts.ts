import { openBus } from "@hoplog/platform/drivers/openBus.js";
import { createClickHouse } from "@hoplog/platform/clickhouse/createClickHouse.js";
import { damagedParts } from "@hoplog/platform/clickhouse/damagedParts.js";
import { measureAddresses } from "@hoplog/platform/clickhouse/metrics.js";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { clickHouseSettings, kafkaSettings, redisSettings } from "@hoplog/platform/env/connections.js";
import { traceSettings } from "@hoplog/platform/env/pieces.js";
import { createPool } from "@hoplog/platform/postgres/pool.js";
import type { ServiceContext } from "@hoplog/platform/process/runService.js";
import { openTraces } from "@hoplog/platform/tracing/openTraces.js";
import { openLocator } from "@hoplog/platform/visitor/locator.js";
import { clicksV1 } from "@hoplog/schema/topics/topic.js";
import type { Registry } from "prom-client";
import { createEnrichment } from "../clicks/columns.ts";
import { createCountedBatches } from "../deliveries/counted.ts";
import { createDeliveryStore } from "../deliveries/intents.ts";
import { createErasureGuard } from "../erasure/erasure.ts";
import { createDelivering } from "../pipeline/deliver.ts";
import { createMetrics } from "../pipeline/metrics.ts";
import { createPace } from "../pipeline/pace.ts";
import { createRuleStore } from "../rules/rules.ts";
import { createSaltStore } from "../visitors/salts.ts";
import type { Closing } from "./closing.ts";
import type { IngestEnv } from "./env.ts";
import { prepareDatabases, retryUntilAvailable } from "./prepare.ts";

/** Consumer of clicks.v1 under which the position is stored. */
export const consumer = "ingest";

/**
 * Limits an insert to about 300,000 clicks and prepares the next one while ClickHouse writes it; with SMALL, to about
 * 15,000 clicks, one insert at a time.
 */
export function deliveryLimits({ SMALL }: Pick<IngestEnv, "SMALL">) {
  return SMALL
    ? { maxRecords: 500, maxBytes: 1_000_000, maxConcurrent: 1 }
    : { maxRecords: 5000, maxBytes: 16_000_000, maxConcurrent: 2 };
}

/** Opens everything that ingest needs, waiting until each service is available, and adds it to `closing`. */
export async function openParts(env: IngestEnv, context: ServiceContext, registry: Registry, closing: Closing) {
  const { logger } = context;
  const pool = createPool({ databaseUrl: env.DATABASE_URL, applicationName: "hoplog ingest", logger, max: 8 });
  closing.add("pool", () => pool.end());
  const clickHouse = {
    ...clickHouseSettings(env),
    application: "hoplog-ingest",
  };
  const [kafka, redis] = [kafkaSettings(env), redisSettings(env)];
  await retryUntilAvailable("the databases", () => prepareDatabases(pool, clickHouse), context);
  const log = await retryUntilAvailable(
    "the event log",
    () => openEventLog({ databaseUrl: env.DATABASE_URL, kafka, logger }),
    context,
  );
  closing.add("event log", log.close);
  const bus = await retryUntilAvailable(
    "the bus",
    () => openBus({ databaseUrl: env.DATABASE_URL, redis, logger }),
    context,
  );
  closing.add("bus", bus.close);
  const client = createClickHouse(clickHouse);
  closing.add("ClickHouse", () => client.close());
  measureAddresses(client, clickHouse, registry);

  const lag = () => log.lag(clicksV1, consumer);
  const counted = createCountedBatches(pool);
  const deadLetters = async () => {
    const { rows } = await pool.query<{ batches: number }>("SELECT count(*)::float8 AS batches FROM dead_letter");
    return rows[0]?.batches ?? 0;
  };
  const metrics = createMetrics(registry, {
    lag,
    oldestOpen: counted.oldestOpen,
    deadLetters,
    damagedParts: async () => (await damagedParts(client)).reduce((sum, { parts }) => sum + parts, 0),
  });
  const enrichment = createEnrichment(openLocator());
  const salts = createSaltStore(pool);
  const traces = await openTraces("ingest", traceSettings(env));
  closing.add("traces", traces.close);
  const ending = new AbortController();
  const deliveries = createDeliveryStore(pool);
  const pace = createPace();
  const erasures = createErasureGuard(pool);
  const rules = createRuleStore(pool);
  const delivering = createDelivering({
    topic: clicksV1.name,
    deliveries,
    counted,
    destination: { client, bus, enrichment, salts, erasures, rules, metrics, traces, pace },
    pool,
    logger,
    ending: ending.signal,
  });
  return { pool, client, log, bus, lag, counted, rules, salts, deliveries, pace, delivering, ending };
}
