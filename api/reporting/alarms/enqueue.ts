import { sql } from "@hoplog/platform/postgres/sql.js";
import { outletLimits } from "@hoplog/schema/outlets.js";
import { notBanned } from "../../kernel/access/notBanned.ts";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import type { Database } from "../../kernel/database/orm.ts";
import { enqueueMail } from "../../accounts/mail/outbox.ts";
import { notPaused } from "../../accounts/outlets/notPaused.ts";
import type { DueWork } from "../../kernel/work/dueWork.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";

/** Time after which sending is given up, longer than an outage of a mail server over a weekend. */
export const giveUpMs = 7 * 24 * 60 * 60 * 1000;

/** SQL for a row of `alarm_notice` whose alarm is paused. */
const isOfPaused = sql`EXISTS (SELECT FROM alarm_firing AS fired WHERE fired.id = alarm_notice.firing_id
  AND NOT ${notPaused("alarm", "fired.alarm_id")})`;

/** Deletes notices of paused alarms that have waited longer than the retention of paused outlets. */
export async function forgetPausedNotices({ orm, now }: Database & Clock): Promise<void> {
  const before = new Date(now().getTime() - outletLimits.keptDays * 24 * 60 * 60 * 1000);
  await execute(orm.em.fork(), sql`DELETE FROM alarm_notice WHERE send_at < ${before} AND ${isOfPaused}`);
}

/** Minimum time between two emails to an address, so that creating alarms repeatedly cannot flood it. */
const minIntervalMs = 5 * 60 * 1000;

/** Maximum addresses per step. */
const atOnce = 4;

/** Excludes notices of paused alarms, which wait. */
const isSent = sql`NOT ${isOfPaused}`;

interface Address {
  readonly id: string;
}

const isDue = (now: Date) => sql`${notBanned("alarm_address.owner_id")}
  AND (mailed_at IS NULL OR mailed_at <= ${new Date(now.getTime() - minIntervalMs)})
  AND EXISTS (SELECT FROM alarm_notice WHERE address_id = alarm_address.id AND send_at <= ${now} AND ${isSent})`;

/** Returns the work that puts the due notices of each address into the outbox. */
export function noticeWork(services: Database & Clock & Ids): DueWork<Address> {
  return {
    failed: "mails of alarms could not be put into the outbox",
    async take(client, leftOut, now) {
      const { rows } = await client.query<Address>(
        sql`SELECT id FROM alarm_address WHERE ${isDue(now)} AND id <> ALL (${leftOut}::uuid[]) ORDER BY id LIMIT ${atOnce}`,
      );
      return rows;
    },
    work: (address) => enqueueNotices(services, address),
  };
}

/**
 * Moves an address's due notices to the outbox as one email, in one transaction, so that each is sent once, by
 * whichever process.
 */
async function enqueueNotices(services: Database & Clock & Ids, { id }: Address): Promise<void> {
  await services.orm.em.fork().transactional(async (tx) => {
    const now = services.now();
    const locked = await rowsOf(
      tx,
      sql`SELECT id FROM alarm_address WHERE id = ${id} AND ${isDue(now)} FOR NO KEY UPDATE SKIP LOCKED`,
    );
    if (locked.length === 0) return;
    const due = await rowsOf<{ id: string }>(
      tx,
      sql`DELETE FROM alarm_notice WHERE address_id = ${id} AND send_at <= ${now} AND ${isSent} RETURNING firing_id AS id`,
    );
    // Another process has moved the notices before this one got the lock.
    if (due.length === 0) return;
    await execute(tx, sql`UPDATE alarm_address SET mailed_at = ${now} WHERE id = ${id}`);
    const firings = due.map((one) => one.id).join(",");
    await enqueueMail(
      tx,
      { kind: "alarm", data: { addressId: id, firings } },
      { id: services.newId(), now, giveUpAt: new Date(now.getTime() + giveUpMs) },
    );
  });
}
