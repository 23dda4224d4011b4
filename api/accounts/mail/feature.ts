import type { Listener } from "@hoplog/platform/postgres/listener.js";
import type { MikroORM } from "@mikro-orm/postgresql";
import type { Clock, Logs } from "../../kernel/calls/capabilities.ts";
import type { RunningFeature } from "../../kernel/calls/feature.ts";
import type { Database } from "../../kernel/database/orm.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import { createMailboxMailer, mailboxMails, MailboxRow } from "./mailbox.ts";
import { type MailboxSettings, registerMailboxPage } from "./mailboxPage.ts";
import type { MailJob, Written } from "./outbox.ts";
import type { Mail, Mailer } from "./port.ts";
import { startMailSender } from "./mailSender.ts";

/** Which way mail leaves; `mailbox` keeps it on this machine. */
export type MailSettings =
  | { readonly by: "postmark"; readonly token: string; readonly apiUrl: string; readonly from: string }
  | { readonly by: "smtp"; readonly url: string; readonly from: string }
  | { readonly by: "mailbox"; readonly from: string };

export interface Mailbox {
  /** Null unless mail is kept to be shown at /dev/mailbox. */
  readonly mailbox: MailboxSettings | null;
}

export interface MailBase extends Database, Logs, Clock, LimitsOf<"notice"> {
  readonly listener: Listener;
  readonly writeAccountMail: (job: MailJob) => Promise<Mail | null>;
  /** Undefined for what is no mail of a report. */
  readonly writeReportMail: (job: MailJob) => Promise<Written> | undefined;
  /** Undefined for what is no mail of an alarm. */
  readonly writeAlarmMail: (job: MailJob) => Promise<Written> | undefined;
  /** Undefined for what is no mail about an export. */
  readonly writeExportMail: (job: MailJob) => Promise<Mail | null> | undefined;
  /** Undefined for what is no mail about a retention. */
  readonly writeRetentionMail: (job: MailJob) => Promise<Mail | null> | undefined;
  /** Undefined for what is no mail about a webhook. */
  readonly writeWebhookMail: (job: MailJob) => Promise<Mail | null> | undefined;
  readonly settings: { readonly mail: MailSettings; readonly BEHIND_PROXY: boolean };
}

/** Mails that an account gives rise to as often as it likes, to an address that nobody may have confirmed. */
const notices: ReadonlySet<string> = new Set([
  "password-changed",
  "sql-access-granted",
  "sql-access-renewed",
  "sql-access-revoked",
  "api-key-made",
  "outlet-recorded",
  "outlets-paused",
  "click-retention",
  "webhook-fails",
  "webhook-off",
  "click-export-fails",
]);

/** Mail, and the page that shows it where it isn't sent. */
export const mail: RunningFeature<Database & Mailbox, MailBase, Mailbox> = {
  entities: [MailboxRow],
  routes(app, { orm, mailbox }) {
    if (mailbox) registerMailboxPage(app, () => mailboxMails(orm), mailbox);
  },
  async start(base) {
    const { mail: mailSettings, BEHIND_PROXY: behindProxy } = base.settings;
    await using stack = new AsyncDisposableStack();
    const mailer = stack.adopt(await openMailer(mailSettings, base.orm, base.now), (opened) => opened.close());
    const sender = await startMailSender({
      ...base,
      mailer,
      mayNotify: async (email, kind) => !notices.has(kind) || base.limits.notice(email, kind),
      write: (job) =>
        base.writeReportMail(job) ??
        base.writeAlarmMail(job) ??
        base.writeExportMail(job) ??
        base.writeRetentionMail(job) ??
        base.writeWebhookMail(job) ??
        base.writeAccountMail(job),
    });
    stack.defer(() => sender.stop());
    const opened = stack.move();
    return {
      services: { mailbox: mailSettings.by === "mailbox" ? { behindProxy } : null },
      stop: () => opened.disposeAsync(),
    };
  },
};

/** Opens the way that mail leaves by. The libraries of the other ways are not loaded. */
async function openMailer(settings: MailSettings, orm: MikroORM, now: () => Date): Promise<Mailer> {
  switch (settings.by) {
    case "postmark": {
      const { createPostmarkMailer } = await import("./postmark.ts");
      return createPostmarkMailer(settings);
    }
    case "smtp": {
      const { createSmtpMailer } = await import("./smtp.ts");
      return createSmtpMailer(settings);
    }
    case "mailbox":
      return createMailboxMailer({ orm, from: settings.from, now });
  }
}
