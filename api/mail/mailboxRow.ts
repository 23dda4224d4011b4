import { defineEntity, type InferEntity, p } from "@mikro-orm/core";

/** Mail that stays on this machine, for the page at /dev/mailbox. */
export const MailboxRow = defineEntity({
  name: "MailboxRow",
  tableName: "mailbox",
  properties: {
    number: p.bigint("string").primary().autoincrement(),
    /** The account that it is about; null for mail of earlier releases. */
    userId: p.uuid().strictNullable(),
    sender: p.text(),
    recipient: p.text(),
    subject: p.text(),
    html: p.text(),
    text: p.text(),
    at: p.datetime(3),
  },
});

export type MailboxRow = InferEntity<typeof MailboxRow>;
