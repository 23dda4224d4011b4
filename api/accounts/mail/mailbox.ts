import type { MikroORM } from "@mikro-orm/postgresql";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { execute } from "../../kernel/database/statements.ts";
import type { Mail, Mailer } from "./port.ts";
import { defineEntity, type InferEntity, p } from "@mikro-orm/core";

/** Maximum emails in the mailbox. */
const kept = 200;

export interface MailboxSettings {
  readonly orm: MikroORM;
  readonly from: string;
  readonly now: () => Date;
}

/** Stores email in the database instead of sending it, for a machine without a mail service. */
export function createMailboxMailer({ orm, from, now }: MailboxSettings): Mailer {
  return {
    async send({ userId, to, subject, html, text }: Mail) {
      await orm.em.fork().transactional(async (tx) => {
        await tx.insert(MailboxRow, { userId, sender: from, recipient: to, subject, html, text, at: now() });
        await execute(tx, sql`DELETE FROM mailbox WHERE number <= (SELECT max(number) FROM mailbox) - ${kept}`);
      });
    },
    async close() {},
  };
}

/** Returns emails, newest first. */
export async function mailboxMails(orm: MikroORM): Promise<MailboxRow[]> {
  return orm.em.fork().find(MailboxRow, {}, { orderBy: { number: "desc" }, limit: kept });
}

/** Mail stored for the page at /dev/mailbox. */
export const MailboxRow = defineEntity({
  name: "MailboxRow",
  tableName: "mailbox",
  properties: {
    number: p.bigint("string").primary().autoincrement(),
    /** Id of the account that the email is about. */
    userId: p.uuid(),
    sender: p.text(),
    recipient: p.text(),
    subject: p.text(),
    html: p.text(),
    text: p.text(),
    at: p.datetime(3),
  },
});

export type MailboxRow = InferEntity<typeof MailboxRow>;
