import { Counter, Gauge, type Registry } from "prom-client";

export type ExportMetrics = ReturnType<typeof createExportMetrics>;

export function createExportMetrics(registry: Registry) {
  return {
    files: new Counter({
      name: "hoplog_api_click_export_files_total",
      help: "Export files by outcome: written, empty (no rows), failed (by the bucket), broken (by this server)",
      labelNames: ["outcome"],
      registers: [registry],
    }),
    bytes: new Counter({
      name: "hoplog_api_click_export_bytes_total",
      help: "Bytes written to buckets of exports",
      registers: [registry],
    }),
    delay: new Gauge({
      name: "hoplog_api_click_export_delay_seconds",
      help: "Seconds that the longest-waiting export file has waited, without exports whose bucket fails; 0 if none waits",
      registers: [registry],
    }),
    failing: new Gauge({
      name: "hoplog_api_click_exports_failing",
      help: "Exports whose bucket fails",
      registers: [registry],
    }),
  };
}
