import type { MikroORM } from "@mikro-orm/postgresql";
import { createMailboxMailer } from "./mailbox.ts";
import type { Mailer } from "./port.ts";

/** Which way mail leaves; `mailbox` keeps it on this machine. */
export type MailSettings =
  | { readonly by: "postmark"; readonly token: string; readonly apiUrl: string; readonly from: string }
  | { readonly by: "smtp"; readonly url: string; readonly from: string }
  | { readonly by: "mailbox"; readonly from: string };

/** Opens the way that mail leaves by. The libraries of the other ways are not loaded. */
export async function openMailer(settings: MailSettings, orm: MikroORM, now: () => Date): Promise<Mailer> {
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
