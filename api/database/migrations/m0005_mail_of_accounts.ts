import { Migration } from "@mikro-orm/migrations";

/** Mails in the mailbox know whose they are, and counts are kept under other keys. */
export class M0005MailOfAccounts extends Migration {
  override name = "0005_mail_of_accounts";

  override up(): void {
    this.addSql(`ALTER TABLE mailbox ADD COLUMN user_id uuid`);
    // The keys so far held addresses that could be read, or guessed from an unsalted hash.
    this.addSql(`DELETE FROM rate_limit`);
  }

  override down(): void {
    this.addSql(`ALTER TABLE mailbox DROP COLUMN user_id`);
  }
}
