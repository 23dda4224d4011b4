import { migration } from "./migration.ts";

/** Requires the account of each mail in the mailbox. Versions before commit 6dbd9b43 stored mails without one. */
export const mailboxOwners = migration("0057_mailbox_owners", [
  "DELETE FROM mailbox WHERE user_id IS NULL",
  "ALTER TABLE mailbox ALTER COLUMN user_id SET NOT NULL",
]);
