import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { openEventLog } from "@hoplog/platform/log/open.js";
import { createPool } from "@hoplog/platform/postgres/pool.js";
import { createLookup } from "../lookup/lookup.ts";
import { createAskTarget } from "../lookup/postgresTarget.ts";
import { createPages } from "../pages/pages.ts";
import { startFeed } from "../replica/feed.ts";
import { openReplica } from "../replica/replica.ts";
import { createRedirects } from "../server/redirects.ts";
import { createRedirectServer } from "../server/server.ts";
import { usualRules } from "../spool/rotation.ts";
import { startShipper } from "../spool/shipper.ts";
import { createSpool } from "../spool/spool.ts";
import { adoptChunks } from "../spool/spoolFile.ts";
import { createAddressBytes, trustedProxies } from "../visitor/address.ts";
import type { Settings } from "./env.ts";
import { createMetrics } from "./metrics.ts";

export interface Redirector {
  readonly port: number;
  stop(): Promise<void>;
}

/** Listens as soon as the local files are open; what lies behind the network is connected in its own time. */
export async function openRedirector(settings: Settings, logger: Logger): Promise<Redirector> {
  const databaseUrl = settings.DATABASE_URL;
  const now = (): number => Date.now();
  const replica = openReplica(settings.REPLICA_DIR);
  const adopted = adoptChunks(settings.SPOOL_DIR);
  if (adopted > 0) logger.info({ chunks: adopted }, "shipping what an earlier process has left in the spool");

  const metrics = createMetrics(replica, () => spool);
  const shipper = startShipper(
    { directory: settings.SPOOL_DIR, databaseUrl, logLevel: settings.LOG_LEVEL },
    logger,
    ({ clicks, tornBytes }) => {
      metrics.shipped.inc(clicks);
      metrics.torn.inc(tornBytes);
    },
  );
  const spool = createSpool({
    directory: settings.SPOOL_DIR,
    rules: usualRules,
    fsync: settings.SPOOL_FSYNC,
    memoryBytes: 64 * 1024 * 1024,
    logger,
    now,
    random: (size) => randomBytes(size),
    onClosed: () => shipper.wake(),
  });
  const feed = startFeed({ replica, openLog: () => openEventLog({ databaseUrl, logger }), logger, now });
  const pool = createPool({
    databaseUrl,
    applicationName: "hoplog redirector",
    logger,
    max: 4,
    statementTimeoutMs: 1000,
  });
  const ask = createAskTarget(pool, { atOnce: 200, restMs: 500 }, now);

  const server = createRedirectServer({
    handleRedirect: createRedirects({
      lookup: createLookup(replica, ask),
      spool,
      pages: createPages(settings.PUBLIC_URL),
      isTrusted: trustedProxies(settings.TRUSTED_PROXIES),
      addressBytes: createAddressBytes(),
      home: settings.PUBLIC_URL,
      now,
      onAnswer: (result) => metrics.answers.inc({ result }),
    }),
    health: async () => ({
      // Links that are known are redirected and their clicks kept, whatever else is away: that counts as ready.
      healthy: true,
      parts: {
        replica: "ok",
        spool: spool.state().writable ? "ok" : "the disk takes nothing: keeping clicks in memory",
        feed: await feed.check().then(
          () => "ok",
          (error: unknown) => (error instanceof Error ? error.message : "failing"),
        ),
        shipper: shipper.problem() ?? "ok",
      },
    }),
    registry: metrics.registry,
    shortUrl: settings.SHORT_URL,
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(settings.SHORT_PORT, settings.HOST, 1024, resolve);
  });
  return {
    port: portOf(server.address()),
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), 500).unref();
      await closed;
      spool.close();
      await shipper.stop();
      await feed.stop();
      await pool.end();
      await replica.close();
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new TypeError("the server does not listen on TCP");
  return address.port;
}
