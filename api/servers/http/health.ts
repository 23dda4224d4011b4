import { canBeUsed, type HealthReport, publicHealth, type Works } from "@hoplog/platform/metrics/health.js";
import type { FastifyInstance } from "fastify";

/** GET /healthz for everybody: what works. How the parts are, the api tells on its metrics port. */
export function registerHealth(app: FastifyInstance, health: () => Promise<HealthReport>): void {
  app.get("/healthz", async (_request, reply) => {
    const { code, body } = publicHealth(worksOf(await health()));
    return reply.code(code).header("cache-control", "no-store").send(body);
  });
}

/** Nothing works without Postgres, in which links and sessions are. */
function worksOf({ parts }: HealthReport): Works {
  const works = (...needed: string[]) => ["postgres", ...needed].every((part) => canBeUsed(parts[part]));
  return {
    links: works(),
    figures: works("clickhouse"),
    // Changes reach the redirectors by the log, and pages by the bus.
    publishing: works("log"),
    live: works("bus"),
  };
}
