import type { Transaction } from "../../../kernel/database/orm.ts";

/** Notified when the list has changed. */
export const blocklistChannel = "hoplog_blocklist";

/** In the transaction that changes entries, after the change: everybody reads them anew, and links are marked by them. */
export const blocklistChanged = `
  WITH changed AS (
    INSERT INTO blocklist_state AS state (revision) VALUES (1)
    ON CONFLICT (one) DO UPDATE SET revision = state.revision + 1 RETURNING revision)
  SELECT pg_notify('${blocklistChannel}', '') FROM changed`;

export async function noteBlocklistChange(tx: Transaction): Promise<void> {
  await tx.execute(blocklistChanged);
}
