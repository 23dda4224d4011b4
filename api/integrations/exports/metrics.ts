import { Counter, Gauge, type Registry } from "prom-client";

export type ExportMetrics = ReturnType<typeof createExportMetrics>;

export function createExportMetrics(registry: Registry) {
  return {
    files: new Counter({
      name: "hoplog_api_click_export_files_total",
      help: "Files of clicks: written, empty (nothing to write), failed at the bucket, or broken (by us)",
      labelNames: ["outcome"],
      registers: [registry],
    }),
    bytes: new Counter({
      name: "hoplog_api_click_export_bytes_total",
      help: "Bytes of clicks that were written to buckets",
      registers: [registry],
    }),
    delay: new Gauge({
      name: "hoplog_api_click_export_delay_seconds",
      help: "For how long the file has waited that waits longest, of destinations whose bucket does not fail; 0 where none does",
      registers: [registry],
    }),
    failing: new Gauge({
      name: "hoplog_api_click_exports_failing",
      help: "Destinations of exports whose bucket fails",
      registers: [registry],
    }),
  };
}
