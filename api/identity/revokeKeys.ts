import type { Clock } from "../calls/capabilities.ts";
import type { Transaction } from "../database/orm.ts";
import { revocationsChannel } from "./revocations.ts";

/** Ends one API key, at once and in every process. Gives whether it was still of use. */
export async function revokeKey({ now }: Clock, tx: Transaction, id: string): Promise<boolean> {
  const ended = await tx.execute<unknown[]>(
    `UPDATE api_key SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL RETURNING pg_notify('${revocationsChannel}', id::text)`,
    [now(), id],
  );
  return ended.length > 0;
}

/** Ends all API keys that a user has made. */
export async function revokeKeysOf({ now }: Clock, tx: Transaction, userId: string): Promise<void> {
  await tx.execute(
    `UPDATE api_key SET revoked_at = ? WHERE user_id = ? AND revoked_at IS NULL RETURNING pg_notify('${revocationsChannel}', id::text)`,
    [now(), userId],
  );
}

/** Ends what goes on by keys of a user who is banned. The keys are of use again once the ban is lifted. */
export async function endUseOfKeys(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(
    `SELECT pg_notify('${revocationsChannel}', id::text) FROM api_key WHERE user_id = ? AND revoked_at IS NULL`,
    [userId],
  );
}
