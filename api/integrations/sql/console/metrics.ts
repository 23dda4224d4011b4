import { Counter, Gauge, type Registry } from "prom-client";
import type { Outcome } from "./failures.ts";

export interface ConsoleMetrics {
  readonly running: Gauge;
  readonly queries: Counter<"outcome">;
}

const outcomes: readonly Outcome[] = ["answered", "refused", "cancelled", "busy", "broken"];

export function createConsoleMetrics(registry: Registry): ConsoleMetrics {
  const registers = [registry];
  const queries = new Counter({
    name: "hoplog_api_sql_queries_total",
    help: "Queries of the SQL console by outcome: answered, refused (by ClickHouse), cancelled, busy (no free slot, or hourly limit reached), broken",
    labelNames: ["outcome"],
    registers,
  });
  for (const outcome of outcomes) queries.inc({ outcome }, 0);
  const running = new Gauge({
    name: "hoplog_api_sql_running",
    help: "Queries of the SQL console that are running or whose result is being sent",
    registers,
  });
  return { running, queries };
}
