import type { Logger } from "@hoplog/platform/logging/logger.js";
import { type OpsServer, type OpsSettings, serveOps } from "@hoplog/platform/metrics/serveOps.js";
import { retry } from "@hoplog/platform/retry/retry.js";

export interface MetricsServer {
  /** Returns the port of the metrics; null while it can't be opened. */
  port(): number | null;
  close(): Promise<void>;
}

/**
 * Opens the metrics server without delaying redirects: a failure, such as a port in use, is logged and retried.
 * Resolves after the first attempt.
 */
export async function openMetricsServer(settings: OpsSettings, logger: Logger): Promise<MetricsServer> {
  const ending = new AbortController();
  const tried = Promise.withResolvers<void>();
  let server: OpsServer | null = null;
  const opening = retry(() => serveOps(settings), {
    signal: ending.signal,
    onFailure(err) {
      logger.error({ err, port: settings.port }, "cannot listen on the metrics port; retrying");
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
