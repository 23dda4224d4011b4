import { setTimeout } from "node:timers/promises";
import { Gauge, type Registry } from "prom-client";

export interface ReadGaugeSettings {
  readonly name: string;
  readonly help: string;
  readonly registry: Registry;
  readonly read: () => Promise<number>;
  readonly onFailure: (error: unknown) => void;
}

/** Other metrics are not held up for longer by a database that gives no answer. */
const patienceMs = 1000;

/**
 * A gauge whose value is read from a database at each scrape. While a read fails or takes longer than a second, the last value
 * stays; scrapes during a read that is late don't wait for it.
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
