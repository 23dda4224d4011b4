import { canBeUsed, type HealthReport, publicHealth, type WorkingFunctions } from "@hoplog/platform/metrics/health.js";
import type { FastifyInstance } from "fastify";

/**
 * Serves GET /healthz, which is public and returns which functions work. The metrics port has the state of each part.
 */
export function registerHealth(app: FastifyInstance, health: () => Promise<HealthReport>): void {
  app.get("/healthz", async (_request, reply) => {
    const { code, body } = publicHealth(worksOf(await health()));
    return reply.code(code).header("cache-control", "no-store").send(body);
  });
}

/** Returns which functions work. None works without PostgreSQL, which stores links and sessions. */
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
