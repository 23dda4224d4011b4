import { setTimeout } from "node:timers/promises";
import { Gauge, type Registry } from "prom-client";

export interface ReadGaugeSettings {
  readonly name: string;
  readonly help: string;
  readonly registry: Registry;
  readonly read: () => Promise<number>;
  readonly onFailure: (error: unknown) => void;
}

/** Milliseconds that a scrape waits for a slow database, so that the other metrics aren't delayed longer. */
const patienceMs = 1000;

/**
 * Adds a gauge whose value is read from a database at each scrape. If a read fails or takes longer than a second, the
 * gauge keeps its last value; scrapes during a slow read don't wait for it.
 */
export function readGauge({ name, help, registry, read, onFailure }: ReadGaugeSettings): void {
  let isReading = false;
  const gauge: Gauge = new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      if (isReading) return;
      isReading = true;
      const reading = read()
        .then((value) => gauge.set(value), onFailure)
        .finally(() => (isReading = false));
      const patience = new AbortController();
      await Promise.race([reading, setTimeout(patienceMs, undefined, { ref: false, signal: patience.signal })]);
      patience.abort();
    },
  });
}
