import { createNotifier } from "@hoplog/platform/retry/notifier.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import type { Listener } from "@hoplog/platform/postgres/listener.js";
import type { MikroORM } from "@mikro-orm/postgresql";
import type { Transaction } from "../database/orm.ts";
import { mailChannel, type MailJob } from "./outbox.ts";
import { type Mail, type Mailer, MailRefused } from "./port.ts";

export interface MailSenderSettings {
  readonly orm: MikroORM;
  readonly listener: Listener;
  readonly logger: Logger;
  readonly mailer: Mailer;
  /** Writes the mail; null where there is nobody to write to. What it stores is kept even if sending fails. */
  readonly write: (job: MailJob) => Promise<Mail | null>;
  /** Whether the inbox may get another mail of this kind. */
  readonly mayNotify: (email: string, kind: string) => Promise<boolean>;
  readonly now: () => Date;
}

const pollMs = 1000;
const firstPauseMs = 1000;
const maxPauseMs = 60_000;

/**
 * Sends what is in the outbox, in every process of the api at once, until stopped. A mail's row stays locked while it
 * is sent and goes away after that: a process that is killed in between leaves it to the next, at the price of a
 * mail that may come twice.
 */
export async function startMailSender(settings: MailSenderSettings): Promise<{ stop(): Promise<void> }> {
  const ending = new AbortController();
  const notifier = createNotifier();
  const { unlisten } = await settings.listener.listen(mailChannel, {
    onNotification: () => notifier.notify(),
    onGap: () => notifier.notify(),
  });
  const running = keepSending(settings, notifier, ending.signal);
  return {
    async stop() {
      ending.abort();
      notifier.notify();
      await running;
      await unlisten();
    },
  };
}

async function keepSending(
  settings: MailSenderSettings,
  notifier: ReturnType<typeof createNotifier>,
  ending: AbortSignal,
): Promise<void> {
  while (!ending.aborted) {
    let busy = false;
    try {
      busy = await settings.orm.em.fork().transactional((tx) => sendNext(settings, tx));
    } catch (error) {
      settings.logger.warn({ err: error }, "the outbox can't be read");
    }
    if (!busy) await notifier.wait(pollMs, ending);
  }
}

interface OutboxColumns {
  id: string;
  kind: string;
  data: Record<string, string>;
  failures: number;
  over: boolean;
}

/** True when there was something to do. */
async function sendNext(settings: MailSenderSettings, tx: Transaction): Promise<boolean> {
  const { mailer, write, logger, now } = settings;
  const [row] = await tx.execute<OutboxColumns[]>(
    `SELECT id, kind, data, failures, give_up_at <= ? AS over FROM mail_outbox WHERE next_try_at <= ?
     ORDER BY next_try_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [now(), now()],
  );
  if (!row) return false;
  if (row.over) {
    logger.error({ kind: row.kind, failures: row.failures }, "gave up on a mail");
  } else {
    try {
      const mail = await write({ kind: row.kind, data: row.data });
      // Tries of one mail count once.
      const isTooMuch = mail !== null && row.failures === 0 && !(await settings.mayNotify(mail.to, row.kind));
      if (isTooMuch)
        logger.warn({ kind: row.kind, reason: "limit" }, "a mail was left out: its inbox has had many of its kind");
      else if (mail) await mailer.send({ ...mail, id: row.id });
    } catch (error) {
      if (!(error instanceof MailRefused)) {
        logger.warn({ err: error, kind: row.kind }, "a mail could not be sent yet");
        await postpone(tx, row, now());
        return true;
      }
      logger.warn({ kind: row.kind, reason: "refused" }, "a mail was refused for good");
    }
  }
  await tx.execute("DELETE FROM mail_outbox WHERE id = ?", [row.id], "run");
  return true;
}

async function postpone(tx: Transaction, row: OutboxColumns, now: Date): Promise<void> {
  const pauseMs = Math.min(firstPauseMs * 2 ** row.failures, maxPauseMs);
  await tx.execute(
    "UPDATE mail_outbox SET failures = failures + 1, next_try_at = ? WHERE id = ?",
    [new Date(now.getTime() + pauseMs), row.id],
    "run",
  );
}
