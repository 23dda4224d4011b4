import { type HealthReport, publicHealth } from "@hoplog/platform/metrics/health.js";
import type { FastifyInstance } from "fastify";

/** GET /healthz for everybody: how its parts are, api tells on its metrics port. */
export function registerHealth(app: FastifyInstance, health: () => Promise<HealthReport>): void {
  app.get("/healthz", async (_request, reply) => {
    const { code, body } = publicHealth((await health()).healthy);
    return reply.code(code).header("cache-control", "no-store").send(body);
  });
}
