import { Counter, type Registry } from "prom-client";

export interface KeyMetrics {
  readonly refused: Counter<"because">;
}

export function createKeyMetrics(registry: Registry): KeyMetrics {
  return {
    refused: new Counter({
      name: "hoplog_api_keys_refused_total",
      help: "Calls with an API key that were refused because of it, by why",
      labelNames: ["because"],
      registers: [registry],
    }),
  };
}
