import type { Bus } from "@hoplog/platform/bus/port.js";
import { measureAddresses } from "@hoplog/platform/clickhouse/metrics.js";
import { openBus } from "@hoplog/platform/drivers/openBus.js";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { traceSettings } from "@hoplog/platform/env/pieces.js";
import type { EventLog } from "@hoplog/platform/log/port.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { createListener } from "@hoplog/platform/postgres/listener.js";
import { createIds } from "../kernel/calls/ids.ts";
import { createPasswords } from "@hoplog/platform/passwords/passwords.js";
import { createRandomPool } from "@hoplog/platform/random/randomPool.js";
import type { Traces } from "@hoplog/platform/tracing/traces.js";
import { openTraces } from "@hoplog/platform/tracing/openTraces.js";
import { Counter, type Registry } from "prom-client";
import { type Membership, personalWorkspaces } from "../kernel/access/permissions.ts";
import type {
  Clock,
  Ids,
  PasswordHashing,
  PublicUrl,
  Randomness,
  ShortHosts,
  ShortUrl,
} from "../kernel/calls/capabilities.ts";
import { openAnalytics } from "../clicks/clickhouse/openAnalytics.ts";
import type { ClickHouse } from "../clicks/clickhouse/select.ts";
import { batchTotals } from "../clicks/counts/batchedTotals.ts";
import { cacheTotals, type Totals } from "../clicks/counts/cachedTotals.ts";
import { migrateDatabase } from "../kernel/database/migrate.ts";
import { type Database, type Entities, openDatabase } from "../kernel/database/orm.ts";
import { openReads, type Reads } from "../kernel/database/reads.ts";
import { createEventStore, type Events, type Projections } from "../kernel/eventstore/eventStore.ts";
import { createNewStreams, type NewStreams } from "../kernel/eventstore/newStreams.ts";
import type { FollowedLog } from "../kernel/eventstore/followEvents.ts";
import { openAccountRates } from "../kernel/limits/accountRates.ts";
import type { Limits } from "../kernel/limits/limits.ts";
import type { Settings } from "./env.ts";
import { openLimits, readAccountLimits } from "./openLimits.ts";

/** Dependencies that all features share: databases, event log, bus, rate limits, id generator and clock. */
export interface Base
  extends
    Database,
    Reads,
    Events,
    NewStreams,
    ClickHouse,
    Totals,
    FollowedLog,
    Clock,
    Ids,
    Randomness,
    PasswordHashing,
    PublicUrl,
    ShortUrl,
    ShortHosts {
  readonly log: EventLog;
  readonly bus: Bus;
  readonly limits: Limits;
  readonly membership: Membership;
  readonly registry: Registry;
  readonly traces: Traces;
  readonly settings: Settings;
}

/** Tables that features add to the databases. */
export interface Tables {
  readonly entities: Entities;
  readonly projections: readonly Projections[];
}

/** Migrates both databases and opens the shared dependencies, which close when the stack is disposed of. */
export async function openBase(
  settings: Settings,
  { entities, projections }: Tables,
  logger: Logger,
  registry: Registry,
  stack: AsyncDisposableStack,
): Promise<Base> {
  const { DATABASE_URL: databaseUrl, clickHouse, kafka, redis } = settings;
  await migrateDatabase(databaseUrl);
  const clickhouse = stack.adopt(await openAnalytics({ ...clickHouse, databaseUrl, logger }), (opened) =>
    opened.close(),
  );
  measureAddresses(clickhouse, clickHouse, registry);
  const orm = stack.adopt(await openDatabase(databaseUrl, entities), (opened) => opened.close());
  const reads = stack.adopt(openReads(databaseUrl, logger), (opened) => opened.end());
  const log = stack.adopt(await openEventLog({ databaseUrl, kafka, logger }), (opened) => opened.close());
  const bus = stack.adopt(await openBus({ databaseUrl, redis, logger }), (opened) => opened.close());
  const listener = stack.adopt(createListener({ databaseUrl, applicationName: "hoplog api", logger }), (opened) =>
    opened.close(),
  );
  const traces = stack.adopt(await openTraces("api", traceSettings(settings)), (opened) => opened.close());
  const accountRates = stack.adopt(
    await openAccountRates({ readLimits: () => readAccountLimits({ reads }), listener, logger }),
    (opened) => opened.close(),
  );
  const { limits } = stack.adopt(
    await openLimits(settings.rates, { databaseUrl, redis, secret: settings.TOKEN_SECRET, accountRates }, logger),
    (opened) => opened.close(),
  );
  const onAudited = countAudited(registry);
  const random = createRandomPool();
  return {
    settings,
    databaseUrl,
    orm,
    reads,
    eventStore: createEventStore(orm, projections, onAudited),
    ...createNewStreams(reads, onAudited),
    clickhouse,
    totals: cacheTotals({ ask: batchTotals(clickhouse), nowMs: () => performance.now() }),
    log,
    bus,
    listener,
    traces,
    limits,
    logger,
    registry,
    membership: personalWorkspaces,
    publicUrl: settings.PUBLIC_URL,
    shortUrl: settings.SHORT_URL,
    shortHosts: settings.SHORT_HOSTS,
    now: () => new Date(),
    newId: createIds({ random, nowMs: Date.now }),
    random,
    passwords: createPasswords(settings.passwordCost),
  };
}

function countAudited(registry: Registry): (added?: number) => void {
  const rows = new Counter({
    name: "hoplog_api_audit_rows_total",
    help: "Rows written to the audit log",
    registers: [registry],
  });
  return (added) => rows.inc(added);
}
