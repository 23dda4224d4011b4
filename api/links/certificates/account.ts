import type { Logger } from "@hoplog/platform/logging/logger.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type { Sealer } from "@hoplog/platform/sealing/sealer.js";
import type { Connection } from "./store.ts";
import { type Ca, createKey, openCa, type CaSettings } from "./ca/ca.ts";
import { accountContext } from "./keys.ts";

/** The locally stored state of an account at a CA. */
export interface AccountState {
  readonly failures: number;
  readonly pausedUntil: Date | null;
  readonly pauseReason: string | null;
}

export interface OpenAccount {
  readonly ca: Ca;
  readonly url: string;
}

interface Row extends AccountState {
  readonly key: Uint8Array;
  readonly url: string | null;
}

async function readRow(client: Connection, directory: string): Promise<Row | null> {
  const { rows } = await client.query<Row>(
    sql`SELECT key, url, failures, paused_until AS "pausedUntil", pause_reason AS "pauseReason" FROM acme_account
     WHERE directory = ${directory}`,
  );
  return rows[0] ?? null;
}

export async function readAccount(client: Connection, directory: string): Promise<AccountState> {
  return (await readRow(client, directory)) ?? { failures: 0, pausedUntil: null, pauseReason: null };
}

/**
 * Opens the account at a CA, and creates key and account if there are none. The key is stored before it is registered,
 * so if the process is killed in between, the next one finds the same account.
 */
export async function openAccount(
  client: Connection,
  settings: CaSettings,
  sealer: Sealer,
  services: { readonly now: () => Date; readonly logger: Logger },
): Promise<OpenAccount> {
  const { directory } = settings;
  const context = accountContext(directory);
  const row = await readRow(client, directory);
  const stored = row && sealer.open(context, row.key);
  if (row && stored === null) {
    services.logger.warn("the ACME account key was sealed with a different CERTIFICATE_KEY; registering a new account");
  }
  const key = stored ?? (await createKey());
  const url = stored === null ? null : (row?.url ?? null);
  if (!row || stored === null || !sealer.isCurrent(context, row.key)) {
    await client.query(
      sql`INSERT INTO acme_account (directory, key, url) VALUES (${directory}, ${sealer.seal(context, key)}, ${url})
       ON CONFLICT (directory) DO UPDATE SET key = excluded.key, url = excluded.url`,
    );
  }
  const opened = await openCa(settings, { key, url }, services.now);
  if (opened.url !== url) {
    await client.query(sql`UPDATE acme_account SET url = ${opened.url} WHERE directory = ${directory}`);
  }
  return opened;
}

/**
 * Deletes the account's URL after the CA has reported that the account does not exist. The next attempt registers the
 * same key again.
 */
export async function forgetAccountUrl(client: Connection, directory: string): Promise<void> {
  await client.query(sql`UPDATE acme_account SET url = NULL WHERE directory = ${directory}`);
}

/** Records a failure of the CA, and pauses requests to it until `until` or the end of a longer pause. */
export async function pauseAccount(client: Connection, directory: string, until: Date, reason: string): Promise<void> {
  await client.query(
    sql`UPDATE acme_account SET failures = failures + 1, paused_until = greatest(paused_until, ${until}), pause_reason = ${reason}
     WHERE directory = ${directory}`,
  );
}

/** Ends the pause after a successful response of the CA. */
export async function resumeAccount(client: Connection, directory: string): Promise<void> {
  await client.query(
    sql`UPDATE acme_account SET failures = 0, paused_until = NULL, pause_reason = NULL WHERE directory = ${directory}
      AND failures > 0`,
  );
}
