import type { Listener } from "@hoplog/platform/postgres/listener.js";
import type { Clock, Logs } from "../../kernel/calls/capabilities.ts";
import type { RunningFeature } from "../../kernel/calls/feature.ts";
import type { Database } from "../../kernel/database/orm.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import { mailboxMails, MailboxRow } from "./mailbox.ts";
import { type MailboxSettings, registerMailboxPage } from "./mailboxPage.ts";
import { type MailSettings, openMailer } from "./open.ts";
import type { MailJob, Written } from "./outbox.ts";
import type { Mail } from "./port.ts";
import { startMailSender } from "./mailSender.ts";

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
