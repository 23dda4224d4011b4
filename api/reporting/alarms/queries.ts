import { notBanned } from "../../kernel/access/notBanned.ts";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { notFoundError } from "@hoplog/schema/errors.js";
import { authorize, authorizeOwn, isAllowed, type Member } from "../../kernel/access/authorize.ts";
import type { Permission } from "../../kernel/access/permissions.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import { notPaused } from "../../accounts/outlets/notPaused.ts";
import { rowsOf } from "../../kernel/database/statements.ts";
import type { Alarm, AlarmAddress, Expiring, Firing } from "./alarm.ts";

interface Row extends Omit<Alarm, "quiet" | "addresses"> {
  readonly quietFrom: number | null;
  readonly quietTo: number | null;
  readonly addresses: readonly { readonly email: string; readonly confirmedAt: string | null }[];
}

/** SQL for an alarm with a confirmed address. */
export const hasConfirmedAddress = sql`EXISTS (
  SELECT FROM alarm_recipient JOIN alarm_address ON alarm_address.id = address_id
  WHERE alarm_id = alarm.id AND confirmed_at IS NOT NULL)`;

const alarmRows = sql`SELECT alarm.id, alarm.owner_id AS "ownerId", kind, link_id AS "linkId", link.name AS "linkName",
    link.code AS "linkCode", per, sensitivity, minimum, days_before AS "daysBefore", tz, quiet_from AS "quietFrom",
    quiet_to AS "quietTo", is_on AS "isOn", alarm.created_at AS "createdAt", judged_to AS "judgedTo",
    firing_id AS "firingId", (SELECT fired_at FROM alarm_firing WHERE id = firing_id) AS "firingSince", calm_since AS "calmSince",
    coalesce((SELECT json_agg(json_build_object('email', email, 'confirmedAt', confirmed_at) ORDER BY email)
      FROM alarm_recipient JOIN alarm_address ON alarm_address.id = address_id WHERE alarm_id = alarm.id), '[]') AS addresses
  FROM alarm LEFT JOIN link ON link.id = link_id`;

/** Returns the workspace's alarms, oldest first. */
export async function listAlarms({ reads }: Reads, member: Member): Promise<Alarm[]> {
  const ownerId = authorizeOwn(member, "alarms:read");
  const rows = await readRows<Row>(reads, sql`${alarmRows} WHERE alarm.owner_id = ${ownerId} ORDER BY alarm.id`);
  return rows.map(alarmOf).map((alarm) => withoutName(member, alarm));
}

/** Finds an alarm. Throws NOT_FOUND_ERROR, also for an alarm of another workspace, and AUTHORIZATION_ERROR. */
export async function getAlarm({ reads }: Reads, member: Member, id: string, permission: Permission): Promise<Alarm> {
  const [row] = await readRows<Row>(reads, sql`${alarmRows} WHERE alarm.id = ${id}`);
  const alarm = row && alarmOf(row);
  authorize(member, permission, { type: "alarm", workspaceId: alarm?.ownerId ?? null });
  if (!alarm) throw notFoundError("Alarm");
  return withoutName(member, alarm);
}

/** Reads an alarm in a transaction that has locked it. Throws NOT_FOUND_ERROR. */
export async function lockedAlarm(tx: Transaction, id: string): Promise<Alarm> {
  const [row] = await rowsOf<Row>(tx, sql`${alarmRows} WHERE alarm.id = ${id}`);
  if (!row) throw notFoundError("Alarm");
  return alarmOf(row);
}

/** Reads an alarm for an email, without a caller; null if it was deleted. */
export async function alarmOfOwner({ reads }: Reads, ownerId: string, id: string): Promise<Alarm | null> {
  const [row] = await readRows<Row>(reads, sql`${alarmRows} WHERE alarm.id = ${id} AND alarm.owner_id = ${ownerId}`);
  return row ? alarmOf(row) : null;
}

/** Returns the alarms that are due, longest waiting first. */
export async function dueAlarms({ reads }: Reads, now: Date, max: number): Promise<Alarm[]> {
  return (
    await readRows<Row>(
      reads,
      sql`${alarmRows} WHERE is_on AND due_at <= ${now} AND try_at <= ${now} AND ${hasConfirmedAddress} AND ${notBanned("alarm.owner_id")}
    ORDER BY due_at, alarm.id LIMIT ${max}`,
    )
  ).map(alarmOf);
}

const firingRows = sql`SELECT f.id, alarm_id AS "alarmId", kind, link_id AS "linkId", link.name AS "linkName",
  link.code AS "linkCode",
    per, tz, window_from AS "from", window_to AS "to", figure, usual, subjects, fired_at AS "firedAt", over_at AS "endedAt",
    mail_at AS "mailAt"
  FROM alarm_firing AS f JOIN alarm ON alarm.id = alarm_id LEFT JOIN link ON link.id = link_id`;

/** Returns the workspace's incidents, or those of one alarm, newest first. At most `max`, or all retained ones. */
export async function listFirings(
  { reads }: Reads,
  member: Member,
  { alarmId = null, max = null }: { readonly alarmId?: string | null | undefined; readonly max?: number | null } = {},
): Promise<Firing[]> {
  const ownerId = authorizeOwn(member, "alarms:read");
  const firings = await readRows<Firing>(
    reads,
    sql`${firingRows} WHERE alarm.owner_id = ${ownerId} AND (${alarmId}::uuid IS NULL OR alarm_id = ${alarmId})
      ORDER BY fired_at DESC, f.id DESC LIMIT ${max}`,
  );
  return firings.map((firing) => {
    const subjects = firing.subjects.map((subject) => ({ ...subject, name: nameShownTo(member, subject) }));
    return withoutName(member, { ...firing, subjects });
  });
}

/** Removes the link's name for users who may not read links. */
function withoutName<T extends Pick<Alarm, "linkName">>(member: Member, shown: T): T {
  return isAllowed(member, "links:read") ? shown : { ...shown, linkName: null };
}

function nameShownTo(member: Member, { kind, name }: Expiring): string {
  return isAllowed(member, kind === "link" || kind === "destination" ? "links:read" : "domains:read") ? name : "";
}

/** Reads incidents of a workspace for an email, oldest first, without deleted ones. */
export async function firingsById(
  { reads }: Reads,
  ownerId: string,
  ids: readonly string[],
): Promise<(Firing & { readonly isPaused: boolean })[]> {
  return readRows<Firing & { readonly isPaused: boolean }>(
    reads,
    sql`SELECT fired.*, NOT ${notPaused("alarm", `fired."alarmId"`)} AS "isPaused"
     FROM (${firingRows} WHERE alarm.owner_id = ${ownerId} AND f.id = ANY (${[...ids]}::uuid[])) AS fired ORDER BY "firedAt", id`,
  );
}

function alarmOf({ quietFrom, quietTo, addresses, ...rest }: Row): Alarm {
  return {
    ...rest,
    quiet: quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo },
    addresses: addresses.map(({ email, confirmedAt }): AlarmAddress => ({
      email,
      confirmedAt: confirmedAt === null ? null : new Date(confirmedAt),
    })),
  };
}
