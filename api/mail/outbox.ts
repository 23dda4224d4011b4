import type { Transaction } from "../database/orm.ts";

/** Notified when mail has been put into the outbox. */
export const mailChannel = "hoplog_mail";

/** Mail that is to be sent: of what kind, and what its writer needs to know. */
export interface MailJob {
  readonly kind: string;
  /** JSON. No tokens: they are made when the mail is written, and only their hashes are stored. */
  readonly data: Readonly<Record<string, string | undefined>>;
}

/** Puts mail into the outbox, in the transaction of what it is about. After `giveUpAt` it is not sent any more. */
export async function enqueueMail(
  tx: Transaction,
  job: MailJob,
  at: { readonly id: string; readonly now: Date; readonly giveUpAt: Date },
): Promise<void> {
  await tx.execute(
    "INSERT INTO mail_outbox (id, kind, data, next_try_at, give_up_at) VALUES (?, ?, ?::jsonb, ?, ?)",
    [at.id, job.kind, JSON.stringify(job.data), at.now, at.giveUpAt],
    "run",
  );
  await tx.execute("SELECT pg_notify(?, '')", [mailChannel]);
}
