import { clickHouseState } from "@hoplog/platform/clickhouse/health.js";
import { tidyRegularly } from "@hoplog/platform/log/tidyRegularly.js";
import { healthReport, type HealthChecks } from "@hoplog/platform/metrics/health.js";
import { createRegistry } from "@hoplog/platform/metrics/registry.js";
import { serveOps } from "@hoplog/platform/metrics/serveOps.js";
import type { RunningService, ServiceContext } from "@hoplog/platform/process/runService.js";
import { clicksV1, linksV2 } from "@hoplog/schema/topics/topic.js";
import { startForgetting } from "../deliveries/forgetting.ts";
import { setMissRetention, setUserAgentRetention } from "../retention/retention.ts";
import { startSaltDestruction } from "../visitors/saltDestruction.ts";
import { createClosing } from "./closing.ts";
import type { IngestEnv } from "./env.ts";
import { consumer, deliveryLimits, openParts } from "./parts.ts";
import { retryUntilAvailable } from "./prepare.ts";

const tidyIntervalMs = 60_000;

/**
 * Starts ingest as soon as Postgres, ClickHouse, the event log and the bus are available. /healthz responds
 * immediately.
 */
export async function startIngest(env: IngestEnv, context: ServiceContext): Promise<RunningService> {
  const { logger } = context;
  const closing = createClosing(logger);
  const registry = createRegistry("ingest");
  let checks: HealthChecks = {
    start: () => Promise.reject(new Error("ingest is waiting for Postgres and ClickHouse")),
  };
  try {
    const ops = await serveOps({
      port: env.METRICS_PORT,
      host: env.METRICS_HOST,
      registry,
      health: () => healthReport(checks),
    });
    closing.add("operations server", ops.close);

    const parts = await openParts(env, context, registry, closing);
    const { client, log, bus, lag, counted, rules, salts, deliveries, pace, delivering, ending } = parts;
    await retryUntilAvailable(
      "the table of misses",
      () => setMissRetention(client, env.MISSES_RETENTION_DAYS),
      context,
    );
    await retryUntilAvailable(
      "the user agents",
      () => setUserAgentRetention(client, env.USER_AGENT_RETENTION_DAYS),
      context,
    );
    const tidying = tidyRegularly(log, [clicksV1, linksV2], tidyIntervalMs, logger);
    closing.add("tidying", tidying.stop);
    closing.add("forgetting", startForgetting(counted, rules, logger).stop);
    closing.add("salts", startSaltDestruction(salts, lag, logger).stop);
    const consumption = log.consume(
      clicksV1,
      consumer,
      { ...deliveryLimits(env), intents: deliveries, pace: pace.wait },
      delivering.deliver,
    );
    closing.add("consumer", () => {
      ending.abort(new Error("ingest is stopping"));
      return consumption.stop();
    });
    checks = {
      log: log.ping,
      bus: bus.ping,
      clickhouse: () => clickHouseState(client),
      counting: delivering.check,
    };
    return { stop: closing.close };
  } catch (error) {
    await closing.close();
    throw error;
  }
}
