import { canBeUsed, type HealthReport, publicHealth, type WorkingFunctions } from "@hoplog/platform/metrics/health.js";
import type { FastifyInstance } from "fastify";

/** Serves GET /healthz, public: which functions work. The state of the parts is on the metrics port. */
export function registerHealth(app: FastifyInstance, health: () => Promise<HealthReport>): void {
  app.get("/healthz", async (_request, reply) => {
    const { code, body } = publicHealth(worksOf(await health()));
    return reply.code(code).header("cache-control", "no-store").send(body);
  });
}

/** Nothing works without Postgres, which stores links and sessions. */
function worksOf({ parts }: HealthReport): WorkingFunctions {
  const works = (...needed: string[]) => ["postgres", ...needed].every((part) => canBeUsed(parts[part]));
  return {
    links: works(),
    figures: works("clickhouse"),
    // The log sends changes to redirectors, the bus to pages.
    publishing: works("log"),
    live: works("bus"),
  };
}
