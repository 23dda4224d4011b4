import type { HealthReport } from "@hoplog/platform/metrics/health.js";
import { isAskedFromInside } from "@hoplog/platform/metrics/inside.js";
import type { FastifyInstance } from "fastify";
import type { Registry } from "prom-client";
import { replyNotFound } from "./errorReply.ts";

export interface OpsRoutes {
  readonly health: () => Promise<HealthReport>;
  readonly registry: Registry;
}

export function registerOps(app: FastifyInstance, { health, registry }: OpsRoutes, publicUrl: string): void {
  app.get("/healthz", async (_request, reply) => {
    const report = await health();
    return reply
      .code(report.healthy ? 200 : 503)
      .header("cache-control", "no-store")
      .send(report);
  });
  app.get("/metrics", async (request, reply) => {
    if (!isAskedFromInside(request.headers, publicUrl)) return replyNotFound(reply);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
