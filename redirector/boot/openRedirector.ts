import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { traceSettings } from "@hoplog/platform/env/pieces.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import {
  lowSpaceText,
  readDiskSpace,
  watchDiskSpace,
  type WatchedFolders,
} from "@hoplog/platform/metrics/diskSpace.js";
import { coalesced } from "@hoplog/platform/metrics/health.js";
import { createPool } from "@hoplog/platform/postgres/pool.js";
import type { EarlyStart } from "../control/earlyListener.ts";
import { startListeners } from "../control/listeners.ts";
import type { Figures } from "../control/messages.ts";
import { chooseProgram } from "../control/runtime.ts";
import { createLeases, defaultLeaseLimits } from "../caps/leases.ts";
import { startRecovery } from "../caps/recover.ts";
import { markUsable } from "../control/usable.ts";
import { type KnownHosts, mayHaveCertificate } from "../domains/certificates.ts";
import { createLookup, createTargetQuery } from "../lookup/postgresTarget.ts";
import { createPasswordCheck, defaultPasswordCheckLimits } from "../passwords/passwordCheck.ts";
import { type FeedWorker, startFeedWorker } from "../replica/feedWorker.ts";
import { replicaFolder } from "../replica/folders.ts";
import { openReplica } from "../replica/replica.ts";
import { takeSlot } from "../slots/slots.ts";
import { createTalliedDrops } from "../spool/talliedDrops.ts";
import { type Shipper, startShipper } from "../spool/shipper.ts";
import { unreadableFiles } from "@hoplog/platform/spool/unreadableFiles.js";
import { listenerSettings, type Settings } from "./env.ts";
import { reportCertificates } from "./certificateReport.ts";
import { createMetrics } from "./metrics.ts";
import { openMetricsServer } from "./metricsServer.ts";

export interface Redirector {
  readonly port: number;
  /** Returns the port of the redirector's metrics; null while it can't be opened. */
  metricsPort(): number | null;
  /** Process ids of the listeners. */
  listeners(): number[];
  stop(): Promise<void>;
}

/**
 * Starts the redirector, which listens as soon as the local files are open and connects to the network in the
 * background. A redirector whose replica was never complete first waits for its feed, because it would report links as
 * unknown: the promise then resolves only once the replica is complete, or rejects when `ending` is aborted.
 */
export async function openRedirector(
  settings: Settings,
  logger: Logger,
  ending?: AbortSignal,
  earlyStart: EarlyStart | null = null,
): Promise<Redirector> {
  const { DATABASE_URL: databaseUrl, kafka } = settings;
  const sources = { databaseUrl, kafka, logLevel: settings.LOG_LEVEL };
  const now = (): number => Date.now();
  const slot = earlyStart?.slot ?? takeSlot(settings.REPLICA_DIR);
  const replica = openReplica(replicaFolder(slot.folder));
  const isComplete = (): boolean => replica.feedState().position !== null;
  let feed: FeedWorker | null = null;
  let unreadableRecords = 0;
  const startFeed = (): FeedWorker =>
    startFeedWorker({ slotFolder: slot.folder, ...sources }, logger, (count) => {
      unreadableRecords += count;
    });
  let earlyListener = earlyStart?.listener ?? null;
  if (!isComplete()) {
    earlyListener?.kill();
    earlyListener = null;
    feed = startFeed();
    try {
      await completed(feed, ending);
    } catch (error) {
      await feed.stop();
      await replica.close();
      slot.release();
      throw error;
    }
  }
  const drops = createTalliedDrops(performance.timeOrigin);
  const metrics = createMetrics({
    figures: async () => (await starting).figures(),
    alive: async () => (await starting).pids().length,
    talliedDrops: drops.total,
    links: () => replica.size(),
    unreadableRecords: () => unreadableRecords,
    unreadableChunks: () => unreadableFiles(settings.SPOOL_DIR).length,
  });
  const certificates = reportCertificates(settings.TLS_CERTIFICATES, logger, now);
  certificates.register(metrics.registry);
  const pool = createPool({
    databaseUrl,
    applicationName: "hoplog redirector",
    logger,
    max: 4,
    statementTimeoutMs: 1000,
  });
  const leases = createLeases(pool, hostname(), defaultLeaseLimits, logger, now);
  const recovery = startRecovery({ spool: settings.SPOOL_DIR, leases, logger, onTallies: drops.settle });
  const disks: WatchedFolders = { spool: settings.SPOOL_DIR, replica: settings.REPLICA_DIR };
  const watching = watchDiskSpace(disks, metrics.registry, logger);
  let folders: readonly string[] = [];
  let shipper: Shipper | null = null;
  let isStopping = false;
  const health = coalesced(async () => {
    // An early listener may receive a health check before `starting` is assigned.
    await Promise.resolve();
    const running = await starting;
    const figures = await running.figures();
    const alive = running.pids().length;
    return {
      // Healthy even if everything else fails, because known links are redirected and their clicks stored.
      healthy: alive > 0 && !isStopping,
      parts: {
        listeners: alive >= settings.LISTENERS ? "ok" : `${alive} of ${settings.LISTENERS} listen`,
        spool: spoolState(figures),
        feed: feed ? ((await feed.problem()) ?? "ok") : "starting",
        shipper: shipper ? (shipper.problem() ?? "ok") : "starting",
        disk: lowSpaceText(await readDiskSpace(disks)) ?? "ok",
        ...(settings.TLS_CERTIFICATES !== undefined && { certificates: certificates.problem() ?? "ok" }),
      },
    };
  });

  const isCurrent = coalesced(async () => feed !== null && (await feed.problem()) === null);

  const starting = startListeners({
    program: chooseProgram(settings.LISTENER_RUNTIME, logger),
    count: settings.LISTENERS,
    listener: listenerSettings(settings, slot.folder),
    earlyListener,
    logger,
    lookUp: createLookup(
      createTargetQuery(pool, { maxConcurrent: 200, cooldownMs: 500, timeoutMs: 1500 }, now),
      isCurrent,
    ),
    leases,
    checkPassword: createPasswordCheck(defaultPasswordCheckLimits),
    isHealthy: async () => (await health()).healthy,
    onClosed: () => shipper?.notify(),
    onFolders(present) {
      folders = present;
      shipper?.setFolders(present);
      recovery.setOwn(present);
    },
    drops,
    onDeath() {
      metrics.deaths.inc();
      replica.forgetDeadReaders();
    },
  });

  async function closeResources(): Promise<void> {
    certificates.stop();
    await shipper?.stop();
    await feed?.stop();
    await recovery.stop();
    await watching.stop();
    await pool.end();
    await replica.close();
    slot.release();
  }

  // Starts the listeners first, so that a killed redirector is back on its port before anything else uses the CPU.
  const listeners = await starting.catch(async (error: unknown) => {
    await closeResources();
    throw error;
  });
  markUsable(replicaFolder(slot.folder));
  shipper = startShipper(
    { directory: settings.SPOOL_DIR, traces: traceSettings(settings), ...sources },
    logger,
    ({ clicks, tornBytes, unreadableBytes }) => {
      metrics.shipped.inc(clicks);
      metrics.torn.inc(tornBytes);
      metrics.unreadable.inc(unreadableBytes);
    },
    drops.settle,
  );
  shipper.setFolders(folders);
  feed ??= startFeed();

  const { METRICS_PORT: metricsPort, METRICS_HOST: host } = settings;
  const questions = {
    "/tls/allowed": (query: URLSearchParams) => certificateStatus(query, { ...replica, isComplete }),
  };
  const ops = await openMetricsServer(
    { port: metricsPort, host, registry: metrics.registry, health, questions },
    logger,
  );

  return {
    port: listeners.port,
    metricsPort: ops.port,
    listeners: () => listeners.pids(),
    async stop() {
      isStopping = true;
      // Waits until load balancers have read from /healthz to open no more connections; only then are connections
      // refused.
      await sleep(settings.STOP_DELAY_MS);
      await listeners.stop();
      await closeResources();
      await ops.close();
    },
  };
}

function spoolState({ spool }: Figures): string {
  if (spool.writable) return "ok";
  return spool.memoryBytes > 0
    ? "the disk accepts no data and the reserve is used up: storing clicks in memory"
    : "the disk accepts no data: storing clicks in the reserve";
}

/** Answers the query that Caddy sends before it requests a certificate: 200 if the name may have one. */
function certificateStatus(query: URLSearchParams, hosts: KnownHosts): number {
  return { yes: 200, no: 404, unknown: 503 }[mayHaveCertificate(query.get("domain") ?? "", hosts)];
}

async function completed(feed: FeedWorker, ending: AbortSignal | undefined): Promise<void> {
  let abort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(new Error("the redirector stopped before its link replica was complete"));
    ending?.addEventListener("abort", abort);
  });
  try {
    await Promise.race([feed.complete, aborted]);
  } finally {
    ending?.removeEventListener("abort", abort);
  }
}
