import { Gauge, type Registry } from "prom-client";

export type RetentionMetrics = ReturnType<typeof createRetentionMetrics>;

export function createRetentionMetrics(registry: Registry) {
  return {
    held: new Gauge({
      name: "hoplog_api_click_retention_held_seconds",
      help: "For how long a removal of old clicks has waited for an export that must write them first; 0 where none does",
      registers: [registry],
    }),
    since: new Gauge({
      name: "hoplog_api_click_retention_age_seconds",
      help: "How long ago old clicks were last removed, of the workspace where that is longest; 0 where none has a retention",
      registers: [registry],
    }),
  };
}
