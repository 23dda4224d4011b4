import type { Logger } from "@hoplog/platform/logging/logger.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type { Sealer } from "@hoplog/platform/sealing/sealer.js";
import { storeOrder, type Connection } from "./store.ts";

/** Returns the encryption context of an account's key. */
export function accountContext(directory: string): string {
  return `account ${directory}`;
}

/** Returns the encryption context of an order's key. */
export function orderContext(host: string): string {
  return `order ${host}`;
}

interface Row {
  readonly host: string;
  readonly sealed: Uint8Array | null;
  readonly orderUrl: string | null;
  readonly orderKey: Uint8Array | null;
}

/**
 * Encrypts certificates and order keys with the newest secret if they were encrypted with an older one. Deletes those
 * that cannot be decrypted, for example after a restore with another CERTIFICATE_KEY; new certificates are then
 * requested.
 */
export async function renewSeals(client: Connection, sealer: Sealer, now: Date, logger: Logger): Promise<void> {
  const { rows } = await client.query<Row>(
    `SELECT host, sealed, order_url AS "orderUrl", order_key AS "orderKey" FROM host_certificate WHERE sealed IS NOT NULL OR order_key IS NOT NULL`,
  );
  let lost = 0;
  for (const { host, sealed, orderUrl, orderKey } of rows) {
    const context = orderContext(host);
    if (orderKey && !sealer.isCurrent(context, orderKey)) {
      const key = sealer.open(context, orderKey);
      await storeOrder(client, host, key === null ? null : orderUrl, key === null ? null : sealer.seal(context, key));
    }
    if (!sealed || sealer.isCurrent(host, sealed)) continue;
    const text = sealer.open(host, sealed);
    if (text === null) lost++;
    await (text === null ? forget(client, host, now) : reseal(client, host, sealer.seal(host, text)));
  }
  if (lost === 0) return;
  logger.warn(
    { certificates: lost },
    "certificates were sealed with a different CERTIFICATE_KEY; requesting new ones from the certificate authority",
  );
}

async function reseal(client: Connection, host: string, sealed: Buffer): Promise<void> {
  await client.query(
    sql`UPDATE host_certificate SET sealed = ${sealed}, revision = revision + 1, published_in = NULL WHERE host = ${host}`,
  );
}

async function forget(client: Connection, host: string, now: Date): Promise<void> {
  await client.query(
    sql`UPDATE host_certificate SET sealed = NULL, not_before = NULL, not_after = NULL, failures = 0, error = NULL,
      next_at = ${now},
       revision = revision + 1, published_in = NULL WHERE host = ${host}`,
  );
}
