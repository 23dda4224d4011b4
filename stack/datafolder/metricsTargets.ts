import { join } from "node:path";
import { writeJson } from "./jsonFile.ts";

/** What has metrics: a service's name and its address as host:port. */
export interface MetricsTarget {
  readonly name: string;
  readonly metricsAddress?: string;
}

/** Where Prometheus finds the metrics of the stack that runs on this data folder: a file for its `file_sd_configs`. */
export function metricsTargetsFile(folder: string): string {
  return join(folder, "prometheus-targets.json");
}

/** Writes it anew. */
export function writeMetricsTargets(folder: string, services: readonly MetricsTarget[]): void {
  const targets = services.flatMap(({ name, metricsAddress }) =>
    metricsAddress === undefined ? [] : [{ targets: [metricsAddress], labels: { part: name } }],
  );
  writeJson(metricsTargetsFile(folder), targets);
}
