import type { AlarmServices } from "./services.ts";
import type { MailTable } from "../../accounts/mail/compose.ts";

export type WriteServices = Pick<AlarmServices, "orm" | "reads" | "clickhouse" | "publicUrl" | "now" | "alarmTokens">;

export interface Recipient {
  readonly id: string;
  readonly email: string;
  readonly ownerId: string;
  readonly owner: string;
  readonly isConfirmed: boolean;
}

/** What an alarm's mail says. */
export interface Content {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly tables: readonly MailTable[];
}
