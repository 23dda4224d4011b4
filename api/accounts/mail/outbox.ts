import { sql } from "@hoplog/platform/postgres/sql.js";
import type { Transaction } from "../../kernel/database/orm.ts";
import { execute } from "../../kernel/database/statements.ts";
import type { Mail } from "./port.ts";

/** Notified when mail has been put into the outbox. */
export const mailChannel = "hoplog_mail";

/** Mail that is to be sent: of what kind, and what its writer needs to know. */
export interface MailJob {
  readonly kind: string;
  /** JSON. No tokens: they are made when the mail is written, and only their hashes are stored. */
  readonly data: Readonly<Record<string, string | undefined>>;
}

/** Mail that waits in the outbox, whole or in part, until outlets are resumed. */
export interface HeldMail {
  /** Ids of the paused outlets. */
  readonly heldFor: readonly string[];
  /** The job's data without what is sent now. */
  readonly data: MailJob["data"];
  /** What is sent now; null for nothing. */
  readonly mail: Mail | null;
}

/** A mail; null for one that has no recipient or no reason any more. */
export type Written = Mail | HeldMail | null;

/** Has mails that wait for an outlet tried again at once, in the transaction that resumes it. */
export async function retryHeldMails(tx: Transaction, outletId: string, now: Date): Promise<void> {
  // A row that is being tried just now is tried again within a minute.
  await execute(
    tx,
    sql`UPDATE mail_outbox SET next_try_at = ${now} WHERE id IN (
       SELECT id FROM mail_outbox WHERE ${outletId}::uuid = ANY (held_for) FOR UPDATE SKIP LOCKED)`,
  );
  await execute(tx, sql`SELECT pg_notify(${mailChannel}, '')`);
}

/** Puts mail into the outbox, in the transaction of what it is about. After `giveUpAt` it is not sent any more. */
export async function enqueueMail(
  tx: Transaction,
  job: MailJob,
  at: { readonly id: string; readonly now: Date; readonly giveUpAt: Date },
): Promise<void> {
  await execute(
    tx,
    sql`INSERT INTO mail_outbox (id, kind, data, next_try_at, give_up_at)
      VALUES (${at.id}, ${job.kind}, ${JSON.stringify(job.data)}::jsonb, ${at.now}, ${at.giveUpAt})`,
  );
  await execute(tx, sql`SELECT pg_notify(${mailChannel}, '')`);
}
