import type { Logger } from "@hoplog/platform/logging/logger.js";
import { pauseAfter } from "@hoplog/platform/retry/retry.js";
import { startSteps, type StepResult } from "@hoplog/platform/retry/steps.js";
import type { Listener } from "@hoplog/platform/postgres/listener.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type { MikroORM } from "@mikro-orm/postgresql";
import type { Transaction } from "../../kernel/database/orm.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import { type HeldMail, mailChannel, type MailJob, type Written } from "./outbox.ts";
import { type Mail, type Mailer, MailRefused } from "./port.ts";

export interface MailSenderSettings {
  readonly orm: MikroORM;
  readonly listener: Listener;
  readonly logger: Logger;
  readonly mailer: Mailer;
  /** Writes the email; null without a recipient. Rows that it stores remain even if sending fails. */
  readonly write: (job: MailJob) => Promise<Written>;
  /** Returns whether the rate limit allows another email of this kind to the inbox. */
  readonly mayNotify: (email: string, kind: string) => Promise<boolean>;
  readonly now: () => Date;
}

/** Poll interval without notifications: another process may have been killed while sending. */
const pollMs = 5000;
const pauses = { firstMs: 1000, maxMs: 60_000 };
/** How often to check whether the outlets of a held email were resumed or deleted (ms). */
const recheckHeldMs = 60_000;

/**
 * Sends the emails of the outbox, in every API process at once, until stopped. An email's row is locked while it is
 * sent and deleted afterwards. If a process is killed in between, another one sends the email, which may then arrive
 * twice.
 */
export async function startMailSender(settings: MailSenderSettings): Promise<{ stop(): Promise<void> }> {
  const { listener, logger } = settings;
  const sending = startSteps({
    pollMs,
    step: () => sendDue(settings),
    onFailure: (error) => logger.warn({ err: error }, "cannot read the outbox of emails"),
  });
  const { notify } = sending;
  const { unlisten } = await listener.listen(mailChannel, { onNotification: notify, onGap: notify });
  // Sends emails that were enqueued before the listener was registered.
  notify();
  return {
    async stop() {
      await sending.stop();
      await unlisten();
    },
  };
}

async function sendDue(settings: MailSenderSettings): Promise<StepResult> {
  const em = settings.orm.em.fork();
  // Polls without a transaction, which would cost three statements per poll.
  const [first] = await rowsOf<{ due: boolean }>(
    em,
    sql`SELECT next_try_at <= ${settings.now()} AS due FROM mail_outbox ORDER BY next_try_at LIMIT 1`,
  );
  if (!first) return "idle";
  return first.due && (await em.transactional((tx) => sendNext(settings, tx))) ? "worked" : "expecting";
}

interface OutboxColumns {
  id: string;
  kind: string;
  data: Record<string, string>;
  failures: number;
  over: boolean;
  held: boolean;
}

/** Sends one email. Returns true if there was one. */
async function sendNext(settings: MailSenderSettings, tx: Transaction): Promise<boolean> {
  const { write, logger, now } = settings;
  const [row] = await rowsOf<OutboxColumns>(
    tx,
    sql`SELECT id, kind, data, failures, give_up_at <= ${now()} AS over, held_for IS NOT NULL AS held FROM mail_outbox
      WHERE next_try_at <= ${now()}
     ORDER BY next_try_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
  );
  if (!row) return false;
  if (row.over) {
    if (row.held) logger.info({ kind: row.kind }, "dropped an email because its outlet stayed paused");
    else logger.error({ kind: row.kind, failures: row.failures }, "gave up on sending an email");
  } else {
    try {
      const written = await write({ kind: row.kind, data: row.data });
      await send(settings, row, written !== null && "mail" in written ? written.mail : written);
      if (written !== null && "onAccepted" in written) await written.onAccepted(tx);
      if (written !== null && "heldFor" in written) {
        await hold(tx, row, written, now());
        return true;
      }
    } catch (error) {
      if (!(error instanceof MailRefused)) {
        logger.warn({ err: error, kind: row.kind }, "could not send an email; retrying later");
        await postpone(tx, row, now());
        return true;
      }
      logger.warn({ kind: row.kind, reason: "refused" }, "an email was permanently rejected");
    }
  }
  await execute(tx, sql`DELETE FROM mail_outbox WHERE id = ${row.id}`);
  return true;
}

async function send({ mailer, mayNotify, logger }: MailSenderSettings, row: OutboxColumns, mail: Mail | null) {
  if (mail === null) return;
  // Retries of an email count once.
  const isTooMuch = row.failures === 0 && !(await mayNotify(mail.to, row.kind));
  if (isTooMuch)
    logger.warn(
      { kind: row.kind, reason: "limit" },
      "an email was not sent, because its recipient has received too many of this kind",
    );
  else await mailer.send({ ...mail, id: row.id });
}

/** Holds an email in the outbox; the rest of a partly sent one gets its own id. */
async function hold(tx: Transaction, { id }: OutboxColumns, held: HeldMail, now: Date): Promise<void> {
  await execute(
    tx,
    sql`UPDATE mail_outbox SET id = CASE WHEN ${held.mail !== null} THEN gen_random_uuid() ELSE id END,
      data = ${JSON.stringify(held.data)}::jsonb, failures = 0,
       held_for = ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(held.heldFor)}::jsonb)::uuid),
         next_try_at = ${new Date(now.getTime() + recheckHeldMs)} WHERE id = ${id}`,
  );
}

async function postpone(tx: Transaction, row: OutboxColumns, now: Date): Promise<void> {
  const pauseMs = pauseAfter(row.failures, pauses, Math.random());
  await execute(
    tx,
    sql`UPDATE mail_outbox SET failures = failures + 1, held_for = NULL, next_try_at = ${new Date(now.getTime() + pauseMs)}
      WHERE id = ${row.id}`,
  );
}
