import { Counter, type Registry } from "prom-client";

/** What is counted of ledgers. */
export interface LedgerMetrics {
  /** Ledgers that did not add up: some click was lost, or counted twice. */
  readonly differing: Counter;
}

export function createLedgerMetrics(registry: Registry): LedgerMetrics {
  return {
    differing: new Counter({
      name: "hoplog_api_ledger_mismatches_total",
      help: "Ledgers that were asked for and whose parts did not add up to what redirectors had counted",
      registers: [registry],
    }),
  };
}
