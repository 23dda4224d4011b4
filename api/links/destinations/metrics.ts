import { Counter, Gauge, type Registry } from "prom-client";

export interface DestinationMetrics {
  readonly asked: Counter<"result">;
  readonly queue: Gauge;
}

export function createDestinationMetrics(registry: Registry): DestinationMetrics {
  const asked = new Counter({
    name: "hoplog_api_destination_checks_total",
    help: "Destinations of links that were asked, by result: there, failed, unclear",
    labelNames: ["result"] as const,
    registers: [registry],
  });
  for (const result of ["there", "failed", "unclear"]) asked.inc({ result }, 0);
  return {
    asked,
    queue: new Gauge({
      name: "hoplog_api_destination_queue_seconds",
      help: "For how long the destination has been due to be asked that waits for the longest; 0 where none does",
      registers: [registry],
    }),
  };
}
