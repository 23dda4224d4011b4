import { Counter, Gauge, type Registry } from "prom-client";

export interface DestinationMetrics {
  readonly asked: Counter<"result">;
  readonly queue: Gauge;
}

export function createDestinationMetrics(registry: Registry): DestinationMetrics {
  const asked = new Counter({
    name: "hoplog_api_destination_checks_total",
    help: "Checks of destinations by result: there, failed, unclear",
    labelNames: ["result"] as const,
    registers: [registry],
  });
  for (const result of ["there", "failed", "unclear"]) asked.inc({ result }, 0);
  return {
    asked,
    queue: new Gauge({
      name: "hoplog_api_destination_queue_seconds",
      help: "Seconds for which the longest waiting destination check has been overdue; 0 if none is",
      registers: [registry],
    }),
  };
}
