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

/** How mail is sent; `mailbox` stores it in the database instead. */
export type MailSettings =
  | { readonly by: "postmark"; readonly token: string; readonly apiUrl: string; readonly from: string }
  | { readonly by: "smtp"; readonly url: string; readonly from: string }
  | { readonly by: "mailbox"; readonly from: string };

export interface Mailbox {
  /** Null unless mail is stored for /dev/mailbox. */
  readonly mailbox: MailboxSettings | null;
}

export interface MailBase extends Database, Logs, Clock, LimitsOf<"notice"> {
  readonly listener: Listener;
  readonly writeAccountMail: (job: MailJob) => Promise<Written>;
  /** Returns undefined for emails that are not reports. */
  readonly writeReportMail: (job: MailJob) => Promise<Written> | undefined;
  /** Returns undefined for emails that are not about alarms. */
  readonly writeAlarmMail: (job: MailJob) => Promise<Written> | undefined;
  /** Returns undefined for emails that are not about exports. */
  readonly writeExportMail: (job: MailJob) => Promise<Mail | null> | undefined;
  /** Returns undefined for emails that are not about retention. */
  readonly writeRetentionMail: (job: MailJob) => Promise<Mail | null> | undefined;
  /** Returns undefined for emails that are not about webhooks. */
  readonly writeWebhookMail: (job: MailJob) => Promise<Mail | null> | undefined;
  readonly settings: { readonly mail: MailSettings; readonly BEHIND_PROXY: boolean };
}

/** Emails that an account can trigger without limit, to an address that may be unconfirmed. */
const notices: ReadonlySet<string> = new Set([
  "password-changed",
  "sql-access-granted",
  "sql-access-renewed",
  "sql-access-revoked",
  "api-key-made",
  "outlet-recorded",
  "outlets-paused",
  "new-device",
  "second-factor-enabled",
  "second-factor-disabled",
  "recovery-codes-replaced",
  "recovery-code-used",
  "second-factor-guessed",
  "click-retention",
  "webhook-fails",
  "webhook-off",
  "click-export-fails",
]);

/** Sends emails, or shows them on a page if they are not sent. */
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

/** Opens the configured mailer. Loads only the libraries of this mailer. */
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
