import { z } from "zod";
import type { Clock, Ids } from "../calls/capabilities.ts";
import type { Transaction } from "../database/orm.ts";
import { enqueueMail } from "../mail/outbox.ts";
import { UserRow } from "./rows.ts";

/** Mails that notify an owner of what has happened to the account. */
export const noticeKinds = [
  "password-changed",
  "google-linked",
  "sql-access-granted",
  "sql-access-renewed",
  "sql-access-revoked",
  "api-key-made",
  "account-ban-lifted",
] as const;

export type NoticeKind = (typeof noticeKinds)[number];

/** Mail that was queued by earlier releases doesn't say whose it is. */
const owner = { userId: z.uuid().optional(), to: z.string(), name: z.string() };
const emailChange = z.object({ ...owner, email: z.string() });

export const accountMailSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("reset-password"), data: z.object({ email: z.string() }) }),
  z.object({ kind: z.literal("confirm-email"), data: z.object({ userId: z.uuid(), email: z.string() }) }),
  z.object({ kind: z.literal("email-change-asked"), data: emailChange }),
  z.object({ kind: z.enum(["email-changed", "email-change-cancelled"]), data: emailChange }),
  z.object({ kind: z.literal("account-banned"), data: z.object({ ...owner, reason: z.string() }) }),
  /** A line for each link. */
  z.object({ kind: z.literal("links-listed"), data: z.object({ ...owner, links: z.string() }) }),
  z.object({ kind: z.enum(noticeKinds), data: z.object(owner) }),
]);

/** The mails that accounts give rise to. Secrets are not among their data. */
export type AccountMail = z.infer<typeof accountMailSchema>;

const dayMs = 24 * 60 * 60 * 1000;

/** In the transaction of what the mail is about. Where it can't be sent until `giveUpAt`, it is dropped. */
export async function enqueueAccountMail(
  services: Ids & Clock,
  tx: Transaction,
  mail: AccountMail,
  giveUpAt: Date = new Date(services.now().getTime() + dayMs),
): Promise<void> {
  await enqueueMail(tx, mail, { id: services.newId(), now: services.now(), giveUpAt });
}

/** Notifies the owner, at the account's present address, in the transaction of what has happened. */
export async function notifyOwner(
  services: Ids & Clock,
  tx: Transaction,
  userId: string,
  kind: NoticeKind,
): Promise<void> {
  const { email, name } = await tx.findOneOrFail(UserRow, userId, { disableIdentityMap: true });
  await enqueueAccountMail(services, tx, { kind, data: { userId, to: email, name } });
}
