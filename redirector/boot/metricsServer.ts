import type { Logger } from "@hoplog/platform/logging/logger.js";
import { type OpsServer, type OpsSettings, serveOps } from "@hoplog/platform/metrics/serveOps.js";
import { retry } from "@hoplog/platform/retry/retry.js";

export interface MetricsServer {
  /** Null while it is taken. */
  port(): number | null;
  close(): Promise<void>;
}

/**
 * The metrics port must not keep visitors waiting: while somebody else has it, that is logged and tried again. Resolves
 * after the first try.
 */
export async function openMetricsServer(settings: OpsSettings, logger: Logger): Promise<MetricsServer> {
  const ending = new AbortController();
  const tried = Promise.withResolvers<void>();
  let server: OpsServer | null = null;
  const opening = retry(() => serveOps(settings), {
    signal: ending.signal,
    onFailure(err) {
      logger.error({ err, port: settings.port }, "can't listen on the metrics port; trying again");
      tried.resolve();
    },
    firstPauseMs: 250,
    maxPauseMs: 30_000,
  }).then(
    (opened) => {
      server = opened;
      tried.resolve();
    },
    () => {},
  );
  await tried.promise;
  return {
    port: () => server?.port ?? null,
    async close() {
      ending.abort();
      await opening;
      await server?.close();
    },
  };
}
