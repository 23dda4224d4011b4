import { sql } from "@hoplog/platform/postgres/sql.js";
import type { Transaction } from "../../kernel/database/orm.ts";
import { execute } from "../../kernel/database/statements.ts";
import type { Mail } from "./port.ts";

/** Notified when email is enqueued. */
export const mailChannel = "hoplog_mail";

/** An email to send: its kind and the data of its writer. */
export interface MailJob {
  readonly kind: string;
  /** JSON, without tokens: they are created when the email is written, and only their hashes are stored. */
  readonly data: Readonly<Record<string, string | undefined>>;
}

/** An email that waits in the outbox, wholly or partly, until outlets are resumed. */
export interface HeldMail {
  /** Ids of the paused outlets that the email waits for. */
  readonly heldFor: readonly string[];
  /** The job's data for the part of the email that waits. */
  readonly data: MailJob["data"];
  /** The part of the email that is sent now; null if nothing is sent. */
  readonly mail: Mail | null;
}

/** An email whose acceptance by the mail service changes something. */
export interface AwaitedMail {
  readonly mail: Mail;
  /** Called in the transaction that deletes the accepted email from the outbox. */
  readonly onAccepted: (tx: Transaction) => Promise<void>;
}

/** An email; null without a recipient or if it is obsolete. */
export type Written = Mail | HeldMail | AwaitedMail | null;

/** Retries emails that wait for an outlet, in the transaction that resumes it. */
export async function retryHeldMails(tx: Transaction, outletId: string, now: Date): Promise<void> {
  // A row that is locked by a running attempt is retried within a minute.
  await execute(
    tx,
    sql`UPDATE mail_outbox SET next_try_at = ${now} WHERE id IN (
       SELECT id FROM mail_outbox WHERE ${outletId}::uuid = ANY (held_for) FOR UPDATE SKIP LOCKED)`,
  );
  await execute(tx, sql`SELECT pg_notify(${mailChannel}, '')`);
}

/** Enqueues an email in the transaction of its cause. It is dropped after `giveUpAt`. */
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
