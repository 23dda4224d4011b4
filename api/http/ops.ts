import type { HealthReport } from "@hoplog/platform/metrics/health.js";
import type { FastifyInstance } from "fastify";
import type { Registry } from "prom-client";
import { replyNotFound } from "./errorReply.ts";

export interface OpsRoutes {
  readonly health: () => Promise<HealthReport>;
  readonly registry: Registry;
}

const local = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Metrics stay inside: they are not given through a proxy, nor under the public name unless that is this machine. */
export function registerOps(app: FastifyInstance, { health, registry }: OpsRoutes, publicUrl: string): void {
  const publicHost = new URL(publicUrl).hostname;
  app.get("/healthz", async (_request, reply) => {
    const report = await health();
    return reply
      .code(report.healthy ? 200 : 503)
      .header("cache-control", "no-store")
      .send(report);
  });
  app.get("/metrics", async (request, reply) => {
    const proxied = request.headers["x-forwarded-for"] !== undefined || request.headers.forwarded !== undefined;
    const underPublicName = request.hostname === publicHost && !local.has(publicHost);
    if (proxied || underPublicName) return replyNotFound(reply);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
