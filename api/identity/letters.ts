import { limits } from "@hoplog/schema/limits.js";
import type { Transaction } from "../database/orm.ts";
import { compose } from "../mail/compose.ts";
import { enqueueMail, type MailJob } from "../mail/outbox.ts";
import type { Mail } from "../mail/port.ts";
import type { Services } from "../services.ts";
import { z } from "zod";
import { issueMailedToken } from "./mailedTokens.ts";
import { findUserByEmail } from "./queries.ts";
import { UserRow } from "./userRow.ts";

const letterSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("reset-password"), data: z.object({ email: z.string() }) }),
  z.object({ kind: z.literal("confirm-email"), data: z.object({ userId: z.uuid(), email: z.string() }) }),
  z.object({
    kind: z.enum(["email-change-asked", "email-changed"]),
    data: z.object({ to: z.string(), name: z.string(), email: z.string() }),
  }),
  z.object({ kind: z.literal("password-changed"), data: z.object({ to: z.string(), name: z.string() }) }),
]);

/** The mails that accounts give rise to. Secrets are not among their data. */
export type LetterJob = z.infer<typeof letterSchema>;

const dayMs = 24 * 60 * 60 * 1000;

/** Within the transaction of what the letter is about. Where it can't be sent until `giveUpAt`, it is dropped. */
export async function enqueueLetter(
  services: Services,
  tx: Transaction,
  letter: LetterJob,
  giveUpAt: Date = new Date(services.now().getTime() + dayMs),
): Promise<void> {
  await enqueueMail(tx, letter, { id: services.newId(), now: services.now(), giveUpAt });
}

/** Writes a mail when its turn has come; null where there is nobody to write to, or no reason any more. */
export async function writeLetter(services: Services, job: MailJob): Promise<Mail | null> {
  const { kind, data } = letterSchema.parse(job);
  switch (kind) {
    case "reset-password":
      return resetPasswordLetter(services, data.email);
    case "confirm-email":
      return confirmEmailLetter(services, data.userId, data.email);
    case "email-change-asked":
      return compose({
        ...data,
        subject: "Your hoplog e-mail address is about to change",
        paragraphs: [
          `Somebody who is signed in to your account asked to change its e-mail address to ${data.email}.`,
          "The change takes effect when the link that we have mailed to the new address is opened.",
        ],
        closing: "If this was not you, change your password now: it ends all other sessions.",
      });
    case "email-changed":
      return compose({
        ...data,
        subject: "Your hoplog e-mail address was changed",
        paragraphs: [`The e-mail address of your account is now ${data.email}.`],
        closing: "Mail about your account will go there from now on.",
      });
    case "password-changed":
      return compose({
        ...data,
        subject: "Your hoplog password was changed",
        paragraphs: ["The password of your account was changed, and all other sessions have ended."],
        closing: "If this was not you, ask for a reset link on the log-in page at once.",
      });
  }
}

async function resetPasswordLetter(services: Services, email: string): Promise<Mail | null> {
  const user = await findUserByEmail(services.orm.em.fork(), email);
  if (!user) return null;
  const expiresAt = new Date(services.now().getTime() + limits.resetLinkMinutes * 60 * 1000);
  const token = await issueMailedToken(services, "reset password", { userId: user.id, email: user.email }, expiresAt);
  return compose({
    to: user.email,
    name: user.name,
    subject: "Reset your hoplog password",
    paragraphs: [
      "You asked for a link to set a new password.",
      `It works once, within ${limits.resetLinkMinutes} minutes.`,
    ],
    action: { label: "Set a new password", url: `${services.publicUrl}/reset-password?token=${token}` },
    closing: "If you did not ask for it, you need not do anything: your password stays as it is.",
  });
}

async function confirmEmailLetter(services: Services, userId: string, email: string): Promise<Mail | null> {
  const em = services.orm.em.fork();
  const user = await em.findOne(UserRow, { id: userId });
  const [change] = await em.execute<{ expiresAt: Date }[]>(
    `SELECT expires_at AS "expiresAt" FROM email_change WHERE user_id = ? AND email = ?`,
    [userId, email],
  );
  if (!user || !change) return null;
  const expiresAt = new Date(change.expiresAt);
  const token = await issueMailedToken(services, "confirm email", { userId, email }, expiresAt);
  return compose({
    to: email,
    name: user.name,
    subject: "Confirm your new hoplog e-mail address",
    paragraphs: [
      "This address was given as the new one of your hoplog account.",
      `Open the link within ${limits.emailChangeHours} hours to make the change.`,
    ],
    action: { label: "Confirm this address", url: `${services.publicUrl}/api/auth/verify-email?token=${token}` },
    closing: "If this was not you, you need not do anything: nothing will change.",
  });
}
