import type { Registry } from "prom-client";
import type { RunningFeature } from "../../kernel/calls/feature.ts";
import { createLedgerMetrics } from "./metrics.ts";
import { ledgerFaces } from "./operations.ts";
import type { LedgerCallServices, LedgerOffer } from "./services.ts";

/** Every request that was received, and what it was taken for, held against what redirectors counted. */
export const ledger: RunningFeature<LedgerCallServices, { readonly registry: Registry }, LedgerOffer> = {
  async start({ registry }) {
    return { services: { ledgerMetrics: createLedgerMetrics(registry) }, stop: async () => {} };
  },
  ...ledgerFaces,
};
