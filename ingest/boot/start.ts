import { openBus } from "@hoplog/platform/drivers/openBus.js";
import { createClickHouse } from "@hoplog/platform/clickhouse/client.js";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { tidyRegularly } from "@hoplog/platform/log/tidyRegularly.js";
import { healthReport, type HealthChecks } from "@hoplog/platform/metrics/health.js";
import { createRegistry } from "@hoplog/platform/metrics/registry.js";
import { serveOps } from "@hoplog/platform/metrics/serveOps.js";
import { createPool } from "@hoplog/platform/postgres/pool.js";
import type { RunningService, ServiceContext } from "@hoplog/platform/process/runService.js";
import { openBatchTraces } from "@hoplog/platform/tracing/batchTraces.js";
import { traceSettings } from "@hoplog/platform/env/pieces.js";
import { clicksV1, linksV1, linksV2 } from "@hoplog/schema/topics/topic.js";
import { createEnrichment } from "../clicks/columns.ts";
import { keepMisses } from "../retention/misses.ts";
import { keepUserAgents } from "../retention/userAgents.ts";
import { createDelivering } from "../pipeline/deliver.ts";
import { createErasureGuard } from "../erasure/erasure.ts";
import { createMetrics } from "../pipeline/metrics.ts";
import { openLocator } from "../places/locator.ts";
import { createSaltStore } from "../visitors/salts.ts";
import { keepSaltsYoung } from "../visitors/keepSaltsYoung.ts";
import { createClosing } from "./closing.ts";
import type { IngestEnv } from "./env.ts";
import { prepareDatabases, whenThere } from "./prepare.ts";

/** The name of the consumer of clicks.v1, under which its position is kept. */
export const consumer = "ingest";

/** The next delivery begins while the last batches of one are still being written. */
const limits = { maxRecords: 16, maxBytes: 16_000_000, maxConcurrent: 2 };
const tidyIntervalMs = 60_000;

/** Starts counting, as soon as Postgres and ClickHouse are there. /healthz answers from the beginning. */
export async function startIngest(env: IngestEnv, context: ServiceContext): Promise<RunningService> {
  const { logger } = context;
  const closing = createClosing(logger);
  const registry = createRegistry("ingest");
  let checks: HealthChecks = { start: () => Promise.reject(new Error("waiting for the databases")) };
  try {
    const ops = await serveOps({
      port: env.METRICS_PORT,
      host: env.METRICS_HOST,
      registry,
      health: () => healthReport(checks),
    });
    closing.add("operations server", ops.close);

    const locating = openLocator();
    locating.catch(() => {});
    const pool = createPool({ databaseUrl: env.DATABASE_URL, applicationName: "hoplog ingest", logger, max: 8 });
    closing.add("pool", () => pool.end());
    const clickHouse = {
      clickHouseUrl: env.CLICKHOUSE_URL,
      database: env.CLICKHOUSE_DATABASE,
      application: "hoplog-ingest",
    };
    await whenThere("the databases", () => prepareDatabases(pool, clickHouse), context);
    const log = await whenThere(
      "the event log",
      () => openEventLog({ databaseUrl: env.DATABASE_URL, kafkaBrokers: env.KAFKA_BROKERS, logger }),
      context,
    );
    closing.add("event log", log.close);
    const bus = await whenThere(
      "the bus",
      () => openBus({ databaseUrl: env.DATABASE_URL, redisUrl: env.REDIS_URL, logger }),
      context,
    );
    closing.add("bus", bus.close);
    const client = createClickHouse(clickHouse);
    closing.add("ClickHouse", () => client.close());

    await whenThere("the table of misses", () => keepMisses(client, env.MISSES_RETENTION_DAYS), context);
    await whenThere("the user agents", () => keepUserAgents(client, env.USER_AGENT_RETENTION_DAYS), context);

    const lag = () => log.lag(clicksV1, consumer);
    const metrics = createMetrics(registry, lag);
    const enrichment = createEnrichment(await locating);
    const salts = createSaltStore(pool);
    const traces = await openBatchTraces("ingest", traceSettings(env));
    closing.add("traces", traces.close);
    const ending = new AbortController();
    const delivering = createDelivering({
      topic: clicksV1.name,
      enrichment,
      salts,
      erasures: createErasureGuard(pool),
      destination: { client, bus, metrics, traces },
      pool,
      logger,
      ending: ending.signal,
    });
    const tidying = tidyRegularly(log, [clicksV1, linksV1, linksV2], tidyIntervalMs, logger);
    closing.add("tidying", tidying.stop);
    closing.add("salts", keepSaltsYoung(salts, lag, logger).stop);
    const consumption = log.consume(clicksV1, consumer, limits, delivering.deliver);
    closing.add("consumer", () => {
      ending.abort(new Error("ingest is stopping"));
      return consumption.stop();
    });
    checks = {
      log: log.ping,
      bus: bus.ping,
      clickhouse: async () => {
        const answer = await client.ping({ select: true });
        if (!answer.success) throw answer.error;
      },
      counting: delivering.check,
    };
    return { stop: closing.close };
  } catch (error) {
    await closing.close();
    throw error;
  }
}
