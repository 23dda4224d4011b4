import { migration } from "./migration.ts";

/** Mails in the mailbox know whose they are, and counts are kept under other keys. */
export const mailOfAccounts = migration("0005_mail_of_accounts", [
  `ALTER TABLE mailbox ADD COLUMN user_id uuid`,
  // The keys so far held addresses that could be read, or guessed from an unsalted hash.
  `DELETE FROM rate_limit`,
]);
