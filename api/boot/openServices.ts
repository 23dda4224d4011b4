import { randomBytes } from "node:crypto";
import { openBus } from "@hoplog/platform/bus/open.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { openEventLog } from "@hoplog/platform/log/open.js";
import { createListener } from "@hoplog/platform/postgres/listener.js";
import { v7 } from "uuid";
import { migrateDatabase, openDatabase } from "../database/orm.ts";
import { createAccessTokens } from "../identity/accessTokens.ts";
import { startRelay } from "../relay/relay.ts";
import type { Services } from "../services.ts";
import { createLiveCounts } from "../stats/liveCounts.ts";
import { openAnalytics } from "../stats/openAnalytics.ts";
import type { Settings } from "./env.ts";

export interface OpenServices {
  readonly services: Services;
  readonly checks: Readonly<Record<string, () => Promise<unknown>>>;
  close(): Promise<void>;
}

/** Brings both databases up to date and opens everything that the api needs. */
export async function openServices(settings: Settings, logger: Logger): Promise<OpenServices> {
  const databaseUrl = settings.DATABASE_URL;
  await migrateDatabase(databaseUrl);
  const clickhouse = await openAnalytics({
    clickHouseUrl: settings.CLICKHOUSE_URL,
    database: settings.CLICKHOUSE_DATABASE,
    databaseUrl,
    logger,
  });
  const orm = await openDatabase(databaseUrl);
  const log = await openEventLog({ databaseUrl, logger });
  const bus = await openBus({ databaseUrl, logger });
  const listener = createListener({ databaseUrl, applicationName: "hoplog api", logger });
  const relay = await startRelay({ databaseUrl, listener, log, logger });
  const liveCounts = await createLiveCounts({ bus, clickhouse, logger });
  const now = () => new Date();

  const services: Services = {
    orm,
    clickhouse,
    logger,
    accessTokens: createAccessTokens(settings.TOKEN_SECRET, now),
    liveCounts,
    shortUrl: settings.SHORT_URL,
    ownHosts: [...new Set([new URL(settings.SHORT_URL).host])],
    now,
    newId: () => v7(),
    random: (size) => randomBytes(size),
  };
  return {
    services,
    checks: {
      postgres: () => orm.em.fork().execute("SELECT 1"),
      clickhouse: () => clickhouse.query({ query: "SELECT 1", format: "JSONEachRow" }).then((result) => result.json()),
      log: () => log.ping(),
      bus: () => bus.ping(),
    },
    async close() {
      await liveCounts.close();
      await relay.stop();
      await listener.close();
      await bus.close();
      await log.close();
      await orm.close();
      await clickhouse.close();
    },
  };
}
