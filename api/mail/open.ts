import type { MikroORM } from "@mikro-orm/postgresql";
import { createMailboxMailer } from "./mailbox.ts";
import type { Mailer } from "./port.ts";
import { createPostmarkMailer } from "./postmark.ts";
import { createSmtpMailer } from "./smtp.ts";

/** Which way mail leaves; `mailbox` keeps it on this machine. */
export type MailSettings =
  | { readonly by: "postmark"; readonly token: string; readonly apiUrl: string; readonly from: string }
  | { readonly by: "smtp"; readonly url: string; readonly from: string }
  | { readonly by: "mailbox"; readonly from: string };

export function openMailer(settings: MailSettings, orm: MikroORM, now: () => Date): Mailer {
  switch (settings.by) {
    case "postmark":
      return createPostmarkMailer(settings);
    case "smtp":
      return createSmtpMailer(settings);
    case "mailbox":
      return createMailboxMailer({ orm, from: settings.from, now });
  }
}
