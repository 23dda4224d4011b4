import { sql } from "@hoplog/platform/postgres/sql.js";
import { conflictError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import type { Database, Transaction } from "../../kernel/database/orm.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import { enqueueMail } from "../../accounts/mail/outbox.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import { restart } from "./restart.ts";
import type { AlarmServices } from "./services.ts";

const confirmMs = limits.alarmConfirmDays * 24 * 60 * 60 * 1000;

/** Returns the addresses that the workspace has not invited yet. */
export async function newAddresses(
  { reads }: Reads,
  ownerId: string,
  emails: readonly string[],
): Promise<readonly string[]> {
  const rows = await readRows<{ email: string }>(
    reads,
    sql`SELECT lower(email) AS email FROM alarm_address WHERE owner_id = ${ownerId}`,
  );
  const asked = new Set(rows.map(({ email }) => email));
  return emails.filter((email) => !asked.has(email.toLowerCase()));
}

/**
 * Sets an alarm's addresses; those that are new to the workspace get a confirmation email. The workspace's lock must be
 * held. Throws CONFLICT_ERROR on `emails` if there are too many.
 */
export async function setRecipients(
  services: Clock & Ids,
  tx: Transaction,
  { ownerId, alarmId }: { readonly ownerId: string; readonly alarmId: string },
  emails: readonly string[],
): Promise<void> {
  for (const email of emails) {
    const [id, now] = [services.newId(), services.now()];
    const added = await rowsOf(
      tx,
      sql`INSERT INTO alarm_address (id, owner_id, email, asked_at) VALUES (${id}, ${ownerId}, ${email}, ${now})
       ON CONFLICT (owner_id, lower(email)) DO NOTHING RETURNING id`,
    );
    if (added.length === 0) continue;
    await enqueueMail(
      tx,
      { kind: "confirm-alarms", data: { addressId: id } },
      { id: services.newId(), now, giveUpAt: new Date(now.getTime() + confirmMs) },
    );
  }
  const lower = emails.map((email) => email.toLowerCase());
  await execute(tx, sql`DELETE FROM alarm_recipient WHERE alarm_id = ${alarmId}`);
  await execute(
    tx,
    sql`INSERT INTO alarm_recipient (alarm_id, address_id)
     SELECT ${alarmId}, id FROM alarm_address WHERE owner_id = ${ownerId}
       AND lower(email) IN (SELECT jsonb_array_elements_text(${JSON.stringify(lower)}::jsonb))`,
  );
  await forgetUnused(tx, ownerId);
  const [row] = await rowsOf<{ addresses: number }>(
    tx,
    sql`SELECT count(*)::int AS addresses FROM alarm_address WHERE owner_id = ${ownerId}`,
  );
  if ((row?.addresses ?? 0) > limits.alarmAddressesMax) {
    throw conflictError(
      "emails",
      `The alarms of a workspace can have at most ${limits.alarmAddressesMax} addresses in total`,
    );
  }
}

/**
 * Deletes addresses of a workspace that no alarm uses any more. Addresses to which an email is being sent are left to
 * {@link forgetAddresses}, because deleting them here would deadlock.
 */
export async function forgetUnused(tx: Transaction, ownerId: string): Promise<void> {
  await execute(
    tx,
    sql`DELETE FROM alarm_address WHERE id IN (
       SELECT id FROM alarm_address WHERE owner_id = ${ownerId} AND ${isUnused} FOR UPDATE SKIP LOCKED)`,
  );
}

const isUnused = sql`NOT EXISTS (SELECT FROM alarm_recipient WHERE address_id = alarm_address.id)`;

/**
 * Confirms an address and starts alarms that had no confirmed address. Returns false for an invalid token or a deleted
 * address.
 */
export async function confirmAddress(services: AlarmServices, token: string): Promise<boolean> {
  const id = services.alarmTokens.verify("confirm alarms", token);
  if (id === null) return false;
  return services.orm.em.fork().transactional(async (tx) => {
    const [address] = await rowsOf<{ confirmed: boolean }>(
      tx,
      sql`SELECT confirmed_at IS NOT NULL AS confirmed FROM alarm_address WHERE id = ${id} FOR NO KEY UPDATE`,
    );
    if (!address) return false;
    if (address.confirmed) return true;
    const unconfirmed = await rowsOf<{ id: string }>(
      tx,
      sql`SELECT alarm_id AS id FROM alarm_recipient AS mine WHERE address_id = ${id} AND NOT EXISTS (
         SELECT FROM alarm_recipient AS other JOIN alarm_address ON alarm_address.id = other.address_id
         WHERE other.alarm_id = mine.alarm_id AND confirmed_at IS NOT NULL)`,
    );
    await execute(tx, sql`UPDATE alarm_address SET confirmed_at = ${services.now()} WHERE id = ${id}`);
    for (const alarm of unconfirmed) await restart(services, tx, alarm.id);
    return true;
  });
}

/** Stops alarms to an address, confirmed or not. Returns false for an invalid token. */
export async function stopAddress(services: AlarmServices, token: string): Promise<boolean> {
  const id = services.alarmTokens.verify("stop alarms", token);
  if (id === null) return false;
  await execute(services.orm.em.fork(), sql`DELETE FROM alarm_address WHERE id = ${id}`);
  return true;
}

/** Deletes addresses that were not confirmed in time, and those that no alarm uses any more. */
export async function forgetAddresses({ orm, now }: Database & Clock): Promise<void> {
  const before = new Date(now().getTime() - confirmMs);
  await execute(
    orm.em.fork(),
    sql`DELETE FROM alarm_address WHERE (confirmed_at IS NULL AND asked_at < ${before}) OR ${isUnused}`,
  );
}
