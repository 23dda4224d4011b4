import { createRegistry } from "@hoplog/platform/metrics/registry.js";
import { Counter, Gauge } from "prom-client";
import type { Replica } from "../replica/replica.ts";
import type { Spool } from "../spool/spool.ts";

/** The redirector's series. `redirect_clicks_dropped` above 0 is the one to be woken for. */
export function createMetrics(replica: Replica, spool: () => Spool) {
  const registry = createRegistry("redirector");
  const registers = [registry];
  const answers = new Counter({
    name: "redirect_answers_total",
    help: "Answered short links by result: redirect, unknown or inactive",
    labelNames: ["result"],
    registers,
  });
  const shipped = new Counter({ name: "redirect_clicks_shipped_total", help: "Clicks that clicks.v1 has", registers });
  const torn = new Counter({
    name: "redirect_spool_torn_bytes_total",
    help: "Bytes that a killed process had not finished, for requests it never answered",
    registers,
  });
  const gauge = (name: string, help: string, value: () => number): Gauge =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  gauge("redirect_replica_links", "Codes in the replica", () => replica.size());
  gauge(
    "redirect_spool_memory_bytes",
    "Clicks held in memory since the disk takes nothing",
    () => spool().state().memoryBytes,
  );
  gauge("redirect_clicks_dropped", "Clicks lost since neither disk nor memory had room", () => spool().state().dropped);
  return { registry, answers, shipped, torn };
}
