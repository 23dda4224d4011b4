import { outletKinds } from "@hoplog/schema/outlets.js";
import { z } from "zod";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { enqueueMail } from "../mail/outbox.ts";
import { UserRow } from "./rows.ts";

/** Emails that notify an owner of changes to the account. */
export const noticeKinds = [
  "google-linked",
  "sql-access-granted",
  "sql-access-renewed",
  "sql-access-revoked",
  "account-ban-lifted",
  "second-factor-enabled",
  "second-factor-disabled",
  "second-factor-removed",
  "recovery-codes-replaced",
  "recovery-code-used",
  "second-factor-guessed",
] as const;

export type NoticeKind = (typeof noticeKinds)[number];

const owner = { userId: z.uuid(), to: z.string(), name: z.string() };
const outletLines = { paused: z.string(), active: z.string() };
/** The fields are missing in emails queued by commit 6dbd9b43. */
const maybeOutletLines = { paused: z.string().default(""), active: z.string().default("") };
const recordedOutlet = z.object({
  userId: z.uuid(),
  outlet: z.enum(outletKinds),
  name: z.string(),
  change: z.enum(["created", "changed", "resumed"]),
  at: z.iso.datetime(),
  address: z.string(),
  by: z.enum(["session", "apiKey"]),
});
/** The fields are missing in emails queued by commit 6dbd9b43. */
const madeKey = {
  key: z.string().optional(),
  scopes: z.string().optional(),
  at: z.iso.datetime().optional(),
  address: z.string().optional(),
};
const newDevice = {
  device: z.string().optional(),
  browser: z.string().optional(),
  place: z.string().optional(),
  at: z.iso.datetime(),
  address: z.string(),
};
const emailChange = z.object({ ...owner, email: z.string() });

export const accountMailSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("reset-password"), data: z.object({ email: z.string() }) }),
  z.object({ kind: z.literal("confirm-email"), data: z.object({ userId: z.uuid(), email: z.string() }) }),
  z.object({ kind: z.literal("email-change-asked"), data: emailChange }),
  z.object({ kind: z.enum(["email-changed", "email-change-cancelled"]), data: emailChange }),
  z.object({ kind: z.literal("account-banned"), data: z.object({ ...owner, reason: z.string() }) }),
  /** `links` has one line per link. */
  z.object({ kind: z.literal("links-listed"), data: z.object({ ...owner, links: z.string() }) }),
  /** `paused` and `active` have one line per outlet. */
  z.object({ kind: z.literal("password-changed"), data: z.object({ ...owner, ...maybeOutletLines }) }),
  z.object({ kind: z.literal("outlets-paused"), data: z.object({ userId: z.uuid(), ...outletLines }) }),
  z.object({ kind: z.literal("outlet-recorded"), data: recordedOutlet }),
  z.object({ kind: z.literal("api-key-made"), data: z.object({ ...owner, ...madeKey }) }),
  z.object({ kind: z.literal("new-device"), data: z.object({ ...owner, ...newDevice }) }),
  z.object({ kind: z.enum(["confirm-code", "second-factor-removal-asked"]), data: z.object({ userId: z.uuid() }) }),
  /** `links` has one line per link. */
  z.object({ kind: z.literal("links-moved"), data: z.object({ ...owner, links: z.string() }) }),
  z.object({ kind: z.enum(noticeKinds), data: z.object(owner) }),
]);

/** Account-related emails. Their data contains no secrets. */
export type AccountMail = z.infer<typeof accountMailSchema>;

const dayMs = 24 * 60 * 60 * 1000;

/** Enqueues an email in the transaction of its cause. It is dropped if it has not been sent by `giveUpAt`. */
export async function enqueueAccountMail(
  services: Ids & Clock,
  tx: Transaction,
  mail: AccountMail,
  giveUpAt: Date = new Date(services.now().getTime() + dayMs),
): Promise<void> {
  await enqueueMail(tx, mail, { id: services.newId(), now: services.now(), giveUpAt });
}

type Notice =
  | readonly [kind: NoticeKind, more?: Readonly<Record<string, never>>]
  | readonly [kind: "password-changed", more: { readonly paused: string; readonly active: string }]
  | readonly [kind: "new-device", more: z.input<z.ZodObject<typeof newDevice>>]
  | readonly [
      kind: "api-key-made",
      more: { readonly key: string; readonly scopes: string; readonly at: string; readonly address: string },
    ];

/** Notifies the owner at the account's current address, in the transaction of the cause. */
export async function notifyOwner(
  services: Ids & Clock,
  tx: Transaction,
  userId: string,
  ...[kind, more]: Notice
): Promise<void> {
  const { email, name } = await tx.findOneOrFail(UserRow, userId, { disableIdentityMap: true });
  await enqueueAccountMail(services, tx, accountMailSchema.parse({ kind, data: { ...more, userId, to: email, name } }));
}
