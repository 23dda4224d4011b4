import { randomBytes } from "node:crypto";
import { openBus } from "@hoplog/platform/drivers/openBus.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { traceSettings } from "@hoplog/platform/env/pieces.js";
import { openBatchTraces } from "@hoplog/platform/tracing/batchTraces.js";
import { createListener } from "@hoplog/platform/postgres/listener.js";
import { Counter, type Registry } from "prom-client";
import { v7 } from "uuid";
import { z } from "zod";
import { personalWorkspaces } from "../access/membership.ts";
import { openAnalytics } from "../clickhouse/openAnalytics.ts";
import { select } from "../clickhouse/select.ts";
import { gatherTotals } from "../counts/gatheredTotals.ts";
import { migrateDatabase, openDatabase } from "../database/orm.ts";
import { openReads } from "../database/reads.ts";
import { shareAnswers } from "../database/sharedAnswers.ts";
import { startErasures } from "../erasure/worker.ts";
import { createEventStore } from "../eventstore/eventStore.ts";
import { createAccessTokens } from "../identity/accessTokens.ts";
import { createGoogleSignIn } from "../identity/google/provider.ts";
import { createSignedCookies } from "../identity/google/signedCookies.ts";
import { openRevocations } from "../identity/revocations.ts";
import { sweepRegularly } from "../identity/sweep.ts";
import { writeLetter } from "../identity/writeLetter.ts";
import { ownHosts } from "../links/ownHosts.ts";
import { openMailer } from "../mail/open.ts";
import type { MailJob } from "../mail/outbox.ts";
import { startPostOffice } from "../mail/postOffice.ts";
import { startRelay } from "../relay/relay.ts";
import { startAnalysts } from "../sqlAccess/startAnalysts.ts";
import { openCountedClicks } from "../stats/countedClicks.ts";
import { startKeepingTops } from "../stats/keptTops/worker.ts";
import { createLiveClicks } from "../stats/liveClicks.ts";
import { createLiveCounts } from "../stats/liveCounts.ts";
import type { Services } from "./app.ts";
import type { Settings } from "./env.ts";
import { entities, readTables } from "./features.ts";
import { openLimits } from "./openLimits.ts";

export interface OpenServices {
  readonly services: Services;
  readonly checks: Readonly<Record<string, () => Promise<unknown>>>;
  close(): Promise<void>;
}

/** Brings both databases up to date and opens everything that the api needs; what it counts goes into the registry. */
export async function openServices(settings: Settings, logger: Logger, registry: Registry): Promise<OpenServices> {
  const { DATABASE_URL: databaseUrl, KAFKA_BROKERS: kafkaBrokers, REDIS_URL: redisUrl } = settings;
  await migrateDatabase(databaseUrl);
  const clickhouse = await openAnalytics({
    clickHouseUrl: settings.CLICKHOUSE_URL,
    database: settings.CLICKHOUSE_DATABASE,
    databaseUrl,
    logger,
  });
  const orm = await openDatabase(databaseUrl, entities);
  const reads = openReads(databaseUrl, logger);
  const log = await openEventLog({ databaseUrl, kafkaBrokers, logger });
  const bus = await openBus({ databaseUrl, redisUrl, logger });
  const listener = createListener({ databaseUrl, applicationName: "hoplog api", logger });
  const relay = await startRelay({ databaseUrl, listener, log, logger });
  const traces = await openBatchTraces("api", traceSettings(settings));
  const counted = await openCountedClicks({ bus, logger, registry });
  const liveCounts = createLiveCounts({ counted, clickhouse, logger, traces });
  const liveClicks = createLiveClicks({ counted, clickhouse, logger });
  const erasures = startErasures({ databaseUrl, clickhouse, logger });
  const now = () => new Date();
  const keepingTops = startKeepingTops({ databaseUrl, clickhouse, logger, now });
  const { sqlAccess } = settings;
  const analysts =
    sqlAccess && (await startAnalysts({ settings: sqlAccess, databaseUrl, orm, listener, clickhouse, logger }));
  const revocations = await openRevocations({ orm, listener, logger, now });
  const limits = openLimits(settings.rates, { databaseUrl, redisUrl, secret: settings.TOKEN_SECRET }, logger);
  const mailer = openMailer(settings.mail, orm, now);

  const services: Services = {
    orm,
    reads,
    eventStore: createEventStore(orm, readTables.projections, countAudited(registry)),
    clickhouse,
    totals: gatherTotals(clickhouse),
    linkCounts: shareAnswers(),
    logger,
    accessTokens: createAccessTokens(settings.TOKEN_SECRET, now),
    revocations,
    membership: personalWorkspaces,
    limits: limits.limits,
    google: settings.google && createGoogleSignIn(settings.google),
    signedCookies: createSignedCookies(settings.TOKEN_SECRET, now),
    liveCounts,
    liveClicks,
    sqlAccess,
    erasures,
    publicUrl: settings.PUBLIC_URL,
    shortUrl: settings.SHORT_URL,
    ownHosts: ownHosts(settings.SHORT_URL),
    mailbox: settings.mail.by === "mailbox" ? { behindProxy: settings.BEHIND_PROXY } : null,
    now,
    newId: () => v7(),
    random: (size) => randomBytes(size),
  };
  const write = (job: MailJob) => writeLetter(services, job);
  const postOffice = await startPostOffice({ orm, listener, logger, mailer, write, now });
  const sweeping = sweepRegularly(orm, logger, now, settings.AUDIT_RETENTION_DAYS);
  return {
    services,
    checks: {
      postgres: () => orm.em.fork().execute("SELECT 1"),
      clickhouse: () => select(clickhouse, z.unknown(), "SELECT 1", {}),
      log: () => log.ping(),
      bus: () => bus.ping(),
    },
    async close() {
      await postOffice.stop();
      await mailer.close();
      await sweeping.stop();
      await revocations.close();
      await limits.close();
      await counted.close();
      liveCounts.close();
      await traces.close();
      await liveClicks.close();
      await analysts?.stop();
      await keepingTops.stop();
      await erasures.stop();
      await relay.stop();
      await listener.close();
      await bus.close();
      await log.close();
      await reads.end();
      await orm.close();
      await clickhouse.close();
    },
  };
}

function countAudited(registry: Registry): () => void {
  const rows = new Counter({
    name: "hoplog_api_audit_rows_total",
    help: "Rows that were written to the audit",
    registers: [registry],
  });
  return () => rows.inc();
}
