import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLogger } from "./logger.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const lines: { msg: string; level: string; repeated?: number; id?: string }[] = [];
  const logger = createLogger("api", "info", { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { logger, lines };
}
const away = () => Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

it("logs a failure that is repeated once, then how often, and less and less often", () => {
  const { logger, lines } = open();
  const failFor = (seconds: number) => {
    for (let i = 0; i < seconds; i++) {
      logger.warn({ err: away() }, "Postgres is away");
      vi.advanceTimersByTime(1000);
    }
  };
  failFor(60);
  expect(lines.map(({ repeated }) => repeated)).toEqual([undefined, 59]);
  failFor(24 * 60 * 60);
  expect(lines.length).toBeLessThan(40);
  const last = lines.length;
  vi.advanceTimersByTime(3 * 60 * 60 * 1000);
  expect(lines.length).toBeLessThanOrEqual(last + 1);
  expect(lines.reduce((sum, { repeated = 1 }) => sum + repeated, 0)).toBe(60 + 24 * 60 * 60);
  logger.warn({ err: away() }, "Postgres is away");
  expect(lines.at(-1)).not.toHaveProperty("repeated");
});

it("logs other failures, other routes and lines without a failure each time", () => {
  const { logger, lines } = open();
  logger.error({ err: away(), route: "/api/urls" }, "a request failed");
  logger.error({ err: away(), route: "/api/groups" }, "a request failed");
  logger.error({ err: new Error("another"), route: "/api/urls" }, "a request failed");
  logger.warn({ id: "1" }, "slow");
  logger.warn({ id: "1" }, "slow");
  logger.info({ err: away() }, "noted");
  logger.info({ err: away() }, "noted");
  expect(lines).toHaveLength(7);
});
