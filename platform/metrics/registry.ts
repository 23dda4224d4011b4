import { collectDefaultMetrics, Counter, Registry } from "prom-client";
import { lostLogLines } from "../logging/lostLines.ts";

/**
 * A registry of its own for one service: process metrics are in it, and every series carries the service's name.
 * `lostByOthers` are the log lines that other processes of the service have lost.
 */
export function createRegistry(service: string, lostByOthers: () => number | Promise<number> = () => 0): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  const lost = new Counter({
    name: "hoplog_log_lines_lost_total",
    help: "Lines of the log that were lost since the disk took none",
    registers: [registry],
    async collect() {
      const sum = lostLogLines() + (await lostByOthers());
      lost.reset();
      lost.inc(sum);
    },
  });
  return registry;
}
