import { collectDefaultMetrics, Counter, Registry } from "prom-client";
import { lostLogLines } from "../logging/lostLines.ts";

/**
 * Creates the registry of one service, with process metrics and the service's name as a label of every series.
 * `lostByOthers` returns how many log lines other processes of the service have lost.
 */
export function createRegistry(service: string, lostByOthers: () => number | Promise<number> = () => 0): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  const lost = new Counter({
    name: "hoplog_log_lines_lost_total",
    help: "Log lines lost because the output did not accept them",
    registers: [registry],
    async collect() {
      const sum = lostLogLines() + (await lostByOthers());
      lost.reset();
      lost.inc(sum);
    },
  });
  return registry;
}
