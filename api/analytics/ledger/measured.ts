import type { Ledger } from "./balance.ts";
import type { LedgerQuestion } from "./question.ts";
import { readLedger } from "./read.ts";
import type { LedgerCallServices } from "./services.ts";

/** The ledger; one that does not add up is counted, for somebody must look. */
export async function measuredLedger(services: LedgerCallServices, question: LedgerQuestion): Promise<Ledger> {
  const ledger = await readLedger(services.clickhouse, question);
  if (ledger.missing !== 0 || !ledger.sumsAgree) services.ledgerMetrics.differing.inc();
  return ledger;
}
