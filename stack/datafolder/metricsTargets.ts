import { join } from "node:path";
import { writeJson } from "./jsonFile.ts";

/** A metrics endpoint: the service's name and its address as host:port. */
export interface MetricsTarget {
  readonly name: string;
  readonly metricsAddress?: string;
}

/**
 * Returns the path of the file for Prometheus' `file_sd_configs` that lists the metrics of the stack on this data
 * folder.
 */
export function metricsTargetsFile(folder: string): string {
  return join(folder, "prometheus-targets.json");
}

/** Rewrites the targets file. */
export function writeMetricsTargets(folder: string, services: readonly MetricsTarget[]): void {
  const targets = services.flatMap(({ name, metricsAddress }) =>
    metricsAddress === undefined ? [] : [{ targets: [metricsAddress], labels: { part: name } }],
  );
  writeJson(metricsTargetsFile(folder), targets);
}
