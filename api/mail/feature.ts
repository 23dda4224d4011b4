import type { Feature } from "../calls/feature.ts";
import type { Database } from "../database/orm.ts";
import { mailboxMails } from "./mailbox.ts";
import { type MailboxPlace, registerMailboxPage } from "./mailboxPage.ts";
import { MailboxRow } from "./mailboxRow.ts";

export interface MailServices extends Database {
  /** Null unless mail is kept to be shown at /dev/mailbox. */
  readonly mailbox: MailboxPlace | null;
}

/** Mail, and the page that shows it where it isn't sent. */
export const mail: Feature<MailServices> = {
  entities: [MailboxRow],
  routes(app, { orm, mailbox }) {
    if (mailbox) registerMailboxPage(app, () => mailboxMails(orm), mailbox);
  },
};
