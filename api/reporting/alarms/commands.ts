import { sql } from "@hoplog/platform/postgres/sql.js";
import { conflictError, notFoundError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { authorize, authorizeOwn } from "../../kernel/access/authorize.ts";
import { type Actor, originOf } from "../../kernel/calls/actor.ts";
import { requireMatchingEtag } from "../../kernel/calls/etag.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { enqueueMail } from "../../accounts/mail/outbox.ts";
import { requireConfirmed } from "../../accounts/outlets/confirmed.ts";
import { requireNotPaused } from "../../accounts/outlets/notPaused.ts";
import { recordAndNotify } from "../../accounts/outlets/record.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import { forgetUnused, newAddresses, setRecipients } from "./addresses.ts";
import type { Alarm, AlarmSettings } from "./alarm.ts";
import { giveUpMs } from "./enqueue.ts";
import { type AlarmChanges, type NewAlarm, parseAlarmChanges, parseNewAlarm } from "./input.ts";
import { getAlarm, lockedAlarm } from "./queries.ts";
import { firstWindowStart, restart } from "./restart.ts";
import { alarmSettings } from "./entities.ts";
import { alarmText } from "./texts.ts";
import type { AlarmServices } from "./services.ts";

/**
 * Creates an alarm for a workspace or one of its links. Addresses that are new to the workspace get a confirmation
 * email. Throws VALIDATION_ERROR, AUTHORIZATION_ERROR, RATE_LIMIT_ERROR, NOT_FOUND_ERROR for a link of another
 * workspace, and CONFLICT_ERROR if there are too many alarms or addresses.
 */
export async function createAlarm(services: AlarmServices, actor: Actor, input: NewAlarm): Promise<Alarm> {
  const ownerId = authorizeOwn(actor, "alarms:write");
  const { settings, emails = [] } = parseNewAlarm(input);
  await requireConfirmed(services, actor);
  // Limits the rate, because a new alarm may send an email at once.
  await services.limits.creation(actor.address, actor.userId);
  await limitQuestions(services, actor, ownerId, emails);
  const id = services.newId();
  await services.eventStore.unitOfWork(async (tx) => {
    await lockAlarms(tx, ownerId);
    await requireRoom(tx, ownerId);
    if (settings.linkId !== null) await requireLink(tx, ownerId, settings.linkId);
    await insert(services, tx, { id, ownerId }, settings);
    await setRecipients(services, tx, { ownerId, alarmId: id }, emails);
    const name = alarmText({ kind: settings.kind, linkName: null });
    await recordAndNotify(services, tx, actor, { kind: "alarm", id, ownerId, name, change: "created" });
    await audit(services, tx, actor, "CreateAlarm", id);
  });
  return getAlarm(services, actor, id, "alarms:write");
}

/**
 * Changes an alarm. Omitted fields keep their value. Restarts it if it is enabled or disabled, changes its time zone,
 * or had no confirmed address. Throws the errors of {@link createAlarm}, and PreconditionError.
 */
export async function changeAlarm(
  services: AlarmServices,
  actor: Actor,
  id: string,
  changes: AlarmChanges,
): Promise<Alarm> {
  const seen = await getAlarm(services, actor, id, "alarms:write");
  const { emails } = parseAlarmChanges(seen, changes);
  const { ownerId } = seen;
  if (isWidened(seen, emails, changes)) await requireConfirmed(services, actor);
  if (emails) await limitQuestions(services, actor, ownerId, emails);
  await services.eventStore.unitOfWork(async (tx) => {
    await lockAlarms(tx, ownerId);
    await requireAlarm(tx, actor, id);
    // Reads the alarm again under the lock, because another call may have changed it.
    const before = await lockedAlarm(tx, id);
    requireMatchingEtag(actor, alarmSettings(before));
    const { settings } = parseAlarmChanges(before, changes);
    const { sensitivity, minimum, daysBefore, tz, quiet, isOn } = settings;
    await execute(
      tx,
      sql`UPDATE alarm SET sensitivity = ${sensitivity}, minimum = ${minimum}, days_before = ${daysBefore}, tz = ${tz},
        quiet_from = ${quiet?.from ?? null}, quiet_to = ${quiet?.to ?? null}, is_on = ${isOn} WHERE id = ${id}`,
    );
    if (emails) await setRecipients(services, tx, { ownerId, alarmId: id }, emails);
    if (isWidened(before, emails, changes)) {
      const name = alarmText({ kind: before.kind, linkName: null });
      await recordAndNotify(services, tx, actor, { kind: "alarm", id, ownerId, name, change: "widened" });
    }
    // Another time zone changes the windows. An alarm that is disabled, or without a confirmed address, has no
    // incident.
    const wasConfirmed = before.addresses.some(({ confirmedAt }) => confirmedAt !== null);
    const hasMoved = tz !== before.tz;
    if (isOn !== before.isOn || hasMoved || !wasConfirmed) await restart(services, tx, id, hasMoved);
    const fields = Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    await audit(services, tx, actor, "ChangeAlarm", id, { fields });
  });
  return getAlarm(services, actor, id, "alarms:write");
}

/** Returns whether the change adds an address or enables the alarm. */
function isWidened(before: Alarm, emails: readonly string[] | undefined, { isOn }: AlarmChanges): boolean {
  const hasNewAddress = emails?.some((email) => !isAddressOf(before, email)) ?? false;
  return hasNewAddress || (isOn === true && !before.isOn);
}

function isAddressOf({ addresses }: Pick<Alarm, "addresses">, email: string): boolean {
  return addresses.some((address) => address.email.toLowerCase() === email.toLowerCase());
}

/**
 * Deletes an alarm with its history. Throws NOT_FOUND_ERROR, also for an alarm of another workspace,
 * AUTHORIZATION_ERROR, PreconditionError.
 */
export async function deleteAlarm(services: AlarmServices, actor: Actor, id: string): Promise<void> {
  const { ownerId } = await getAlarm(services, actor, id, "alarms:write");
  await services.eventStore.unitOfWork(async (tx) => {
    await lockAlarms(tx, ownerId);
    await requireAlarm(tx, actor, id);
    if (actor.expected) requireMatchingEtag(actor, alarmSettings(await lockedAlarm(tx, id)));
    await execute(tx, sql`DELETE FROM alarm WHERE id = ${id}`);
    await forgetUnused(tx, ownerId);
    await audit(services, tx, actor, "DeleteAlarm", id);
  });
}

/**
 * Sends the figures that the alarm would compare now to confirmed addresses, marked as a test. Throws NOT_FOUND_ERROR;
 * AUTHORIZATION_ERROR; CONFLICT_ERROR if no address is confirmed or the alarm is paused; RATE_LIMIT_ERROR.
 */
export async function tryAlarm(services: AlarmServices, actor: Actor, id: string): Promise<void> {
  const alarm = await getAlarm(services, actor, id, "alarms:write");
  for (const { email, confirmedAt } of alarm.addresses) {
    if (confirmedAt !== null) await services.limits.report(actor.userId, email);
  }
  await services.eventStore.unitOfWork(async (tx) => {
    await requireAlarm(tx, actor, id);
    await requireNotPaused(tx, "alarm", id);
    const agreed = await rowsOf<{ id: string }>(
      tx,
      sql`SELECT alarm_address.id FROM alarm_recipient JOIN alarm_address ON alarm_address.id = address_id
       WHERE alarm_id = ${id} AND confirmed_at IS NOT NULL`,
    );
    if (agreed.length === 0)
      throw conflictError(
        "emails",
        "No address of this alarm has been confirmed yet. Open the link in the confirmation email first.",
      );
    const now = services.now();
    for (const address of agreed) {
      await enqueueMail(
        tx,
        { kind: "alarm-test", data: { addressId: address.id, alarmId: id } },
        { id: services.newId(), now, giveUpAt: new Date(now.getTime() + giveUpMs) },
      );
    }
    await audit(services, tx, actor, "TryAlarm", id);
  });
}

/** Limits the rate of confirmation emails, which may be unwanted, by caller and by address. */
async function limitQuestions(
  services: AlarmServices,
  actor: Actor,
  ownerId: string,
  emails: readonly string[],
): Promise<void> {
  for (const email of await newAddresses(services, ownerId, emails)) {
    await services.limits.report(actor.userId, email);
  }
}

/** Locks the workspace's alarms, so that concurrent calls can't exceed their maximum number. */
async function lockAlarms(tx: Transaction, ownerId: string): Promise<void> {
  await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended('hoplog alarms ' || ${ownerId}, 0))`);
}

async function requireRoom(tx: Transaction, ownerId: string): Promise<void> {
  const [row] = await rowsOf<{ alarms: number }>(
    tx,
    sql`SELECT count(*)::int AS alarms FROM alarm WHERE owner_id = ${ownerId}`,
  );
  if ((row?.alarms ?? 0) >= limits.alarmsMax) {
    throw conflictError("kind", `A workspace can have at most ${limits.alarmsMax} alarms. Delete one first.`);
  }
}

async function requireLink(tx: Transaction, ownerId: string, linkId: string): Promise<void> {
  const rows = await rowsOf(tx, sql`SELECT id FROM link WHERE id = ${linkId} AND owner_id = ${ownerId} FOR SHARE`);
  if (rows.length === 0) throw notFoundError("Link");
}

async function requireAlarm(tx: Transaction, actor: Actor, id: string): Promise<void> {
  const [row] = await rowsOf<{ ownerId: string }>(
    tx,
    sql`SELECT owner_id AS "ownerId" FROM alarm WHERE id = ${id} FOR UPDATE`,
  );
  authorize(actor, "alarms:write", { type: "alarm", workspaceId: row?.ownerId ?? null });
}

async function insert(
  services: AlarmServices,
  tx: Transaction,
  { id, ownerId }: { readonly id: string; readonly ownerId: string },
  settings: AlarmSettings,
): Promise<void> {
  const { kind, linkId, per, sensitivity, minimum, daysBefore, tz, quiet, isOn } = settings;
  const now = services.now();
  await execute(
    tx,
    sql`INSERT INTO alarm (id, owner_id, kind, link_id, per, sensitivity, minimum, days_before, tz, quiet_from, quiet_to, is_on,
       created_at, judged_to, due_at, try_at) VALUES (${id}, ${ownerId}, ${kind}, ${linkId}, ${per}, ${sensitivity}, ${minimum},
         ${daysBefore}, ${tz}, ${quiet?.from ?? null}, ${quiet?.to ?? null}, ${isOn}, ${now}, ${firstWindowStart(kind, per, tz, now)},
         ${now}, ${now})`,
  );
}

async function audit(
  services: AlarmServices,
  tx: Transaction,
  actor: Actor,
  action: string,
  id: string,
  detail: { readonly fields?: readonly string[] } = {},
): Promise<void> {
  await services.eventStore.audit(tx, originOf(services, actor), { action, resource: { type: "alarm", id }, detail });
}
