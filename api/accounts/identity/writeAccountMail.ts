import { sql } from "@hoplog/platform/postgres/sql.js";
import { limits } from "@hoplog/schema/limits.js";
import { outletLimits } from "@hoplog/schema/outlets.js";
import type { Clock, PublicUrl, Randomness } from "../../kernel/calls/capabilities.ts";
import type { Database } from "../../kernel/database/orm.ts";
import { rowsOf } from "../../kernel/database/statements.ts";
import { compose, type MailContent } from "../mail/compose.ts";
import type { AwaitedMail, MailJob, Written } from "../mail/outbox.ts";
import type { Mail } from "../mail/port.ts";
import { type AccountMail, accountMailSchema, type NoticeKind } from "./accountMails.ts";
import { issueConfirmCode } from "./confirmCode.ts";
import { issueMailedToken } from "./mailedTokens.ts";
import { isRemovalPending, lapseOf, noteAnnounced, removalDueAt } from "./pendingRemoval.ts";
import { keyMade, outletRecorded, outletsPaused, passwordChangedMail, signedInFrom, timeText } from "./outletMails.ts";
import { findUserByEmail } from "./queries.ts";
import { UserRow } from "./rows.ts";

export type AccountMailServices = Database & Clock & Randomness & PublicUrl;

/** Writes an email when it is sent; null without a recipient or if it is obsolete. */
export async function writeAccountMail(services: AccountMailServices, job: MailJob): Promise<Written> {
  const { kind, data } = accountMailSchema.parse(job);
  switch (kind) {
    case "reset-password":
      return resetPasswordMail(services, data.email);
    case "confirm-email":
      return confirmEmailMail(services, data.userId, data.email);
    case "email-change-asked":
      return emailChangeMail(services, data);
    case "email-changed":
      return compose({
        ...data,
        subject: "Your hoplog e-mail address was changed",
        paragraphs: [
          `The e-mail address of your account is now ${data.email}.`,
          "Mail about your account will go there from now on, and links in earlier mails to this address have ended.",
        ],
        closing: "If this was not you, write to the people who run this service at once.",
      });
    case "email-change-cancelled":
      return compose({
        ...data,
        subject: "The change of your hoplog e-mail address was cancelled",
        paragraphs: [
          `The link in our mail was opened, so your address is not changed to ${data.email}, and all sessions have ended.`,
        ],
        closing:
          "If it was not you who asked for the change, somebody knows your password: ask for a reset link on the log-in page now.",
      });
    case "account-banned":
      return compose({
        ...data,
        subject: "Your hoplog account has been banned",
        paragraphs: [
          "The people who run this service have banned your account: nobody can sign in, and its short links lead nowhere.",
          `Their reason: ${data.reason}`,
          "Nothing has been deleted.",
        ],
        closing: "If you think that this is a mistake, write to the people who run this service.",
      });
    case "links-listed":
      return compose({
        ...data,
        subject: "Short links of yours show a warning",
        paragraphs: [
          "These links may lead to pages that are listed as harmful. Until that changes, visitors get a warning instead of being led on.",
          ...data.links.split("\n"),
          "Give such a link another destination, also in its rules, its split and for the time when it has expired. It then leads on within seconds.",
        ],
        closing:
          "If a page is yours and is listed by mistake, or was cleaned, write to the people who run this service.",
      });
    case "password-changed":
      return passwordChangedMail(services, data);
    case "outlets-paused":
      return toUser(services, data.userId, outletsPaused(services, data));
    case "outlet-recorded":
      return toUser(services, data.userId, outletRecorded(services, data));
    case "api-key-made":
      return compose({ ...data, ...keyMade(services, data) });
    case "new-device":
      return compose({ ...data, ...signedInFrom(services, data) });
    case "confirm-code":
      return confirmCodeMail(services, data.userId);
    case "second-factor-removal-asked":
      return removalMail(services, data.userId);
    case "links-moved":
      return compose({
        ...data,
        subject: "Short links of yours have a new address",
        paragraphs: [
          "The old addresses of these links are pages of this service now, which their visitors see. The links have got new codes:",
          ...data.links.split("\n"),
          "Replace the old addresses where you have published them. You can choose another code on the page URLs.",
        ],
        closing: "Nothing else about these links has changed.",
      });
    default:
      return compose({ ...data, ...notices[kind] });
  }
}

const notices: Readonly<Record<NoticeKind, Pick<MailContent, "subject" | "paragraphs" | "closing">>> = {
  "google-linked": {
    subject: "Your Google account opens hoplog",
    paragraphs: ["A hoplog account was made with your Google account, which signs you in from now on."],
    closing: "If this was not you, secure your Google account, and ask for a reset link on our log-in page.",
  },
  "sql-access-granted": {
    subject: "SQL access to your hoplog account was created",
    paragraphs: ["Whoever has its password can read your links, groups and clicks in ClickHouse."],
    closing: "If this was not you, revoke it on the profile page and change your password.",
  },
  "sql-access-renewed": {
    subject: "SQL access to your hoplog account has a new password",
    paragraphs: ["The password before it has stopped working."],
    closing: "If this was not you, revoke SQL access on the profile page and change your password.",
  },
  "sql-access-revoked": {
    subject: "SQL access to your hoplog account was revoked",
    paragraphs: ["Tools that used it are shut out. You can create it again on the profile page."],
    closing: "If this was not you, change your password.",
  },
  "second-factor-enabled": {
    subject: "Your hoplog account has a second factor",
    paragraphs: ["From now on, signing in requires a code of your authenticator app, or a recovery code."],
    closing: "If this was not you, change your password at once and write to the people who run this service.",
  },
  "second-factor-disabled": {
    subject: "The second factor of your hoplog account is off",
    paragraphs: ["Signing in requires only your password again. Recovery codes no longer work."],
    closing: "If this was not you, change your password at once: somebody knows it and has a code.",
  },
  "second-factor-removed": {
    subject: "The second factor of your hoplog account was removed",
    paragraphs: [
      "Its removal was requested three days ago, nobody stopped it, and somebody has signed in with your password now.",
    ],
    closing: "If this was not you, ask for a reset link on the log-in page at once.",
  },
  "recovery-codes-replaced": {
    subject: "Your hoplog account has new recovery codes",
    paragraphs: ["Earlier recovery codes no longer work."],
    closing: "If this was not you, change your password at once.",
  },
  "recovery-code-used": {
    subject: "A recovery code of your hoplog account was used",
    paragraphs: ["Somebody signed in with your password and a recovery code, which does not work again."],
    closing: "If this was not you, change your password at once, and replace your recovery codes.",
  },
  "second-factor-guessed": {
    subject: "Somebody enters wrong codes for your hoplog account",
    paragraphs: [
      "Somebody has signed in with your password several times, and entered wrong codes of the second factor.",
    ],
    closing: "If this was not you, change your password at once: somebody knows it.",
  },
  "account-ban-lifted": {
    subject: "Your hoplog account is open again",
    paragraphs: ["The ban of your account has been lifted: you can sign in, and its short links work as before."],
    closing: "You need not do anything.",
  },
};

async function resetPasswordMail(services: AccountMailServices, email: string): Promise<Mail | null> {
  const user = await findUserByEmail(services.orm.em.fork(), email);
  if (!user) return null;
  const expiresAt = new Date(services.now().getTime() + limits.resetLinkMinutes * 60 * 1000);
  const token = await issueMailedToken(services, "reset password", { userId: user.id, email: user.email }, expiresAt);
  return compose({
    userId: user.id,
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

async function confirmEmailMail(services: AccountMailServices, userId: string, email: string): Promise<Mail | null> {
  const user = await services.orm.em.fork().findOne(UserRow, { id: userId });
  const expiresAt = await pendingUntil(services, userId, email);
  if (!user || !expiresAt) return null;
  const token = await issueMailedToken(services, "confirm email", { userId, email }, expiresAt);
  return compose({
    userId,
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

/** Creates the code, of which only the hash is stored, and its email. Null for a deleted account. */
async function confirmCodeMail(services: AccountMailServices, userId: string): Promise<Mail | null> {
  const user = await services.orm.em.fork().findOne(UserRow, { id: userId });
  if (!user) return null;
  const code = await issueConfirmCode(services, { userId, email: user.email });
  return compose({
    userId,
    to: user.email,
    name: user.name,
    subject: "Your hoplog confirmation code",
    paragraphs: [`Your code is ${code}.`, `It works once, within ${outletLimits.codeMinutes} minutes.`],
    closing: "If you did not ask for it, somebody is signed in to your account: log out everywhere at once.",
  });
}

/**
 * Creates the link that stops the removal, and its email. The 72 hours begin when the email is accepted. Null if no
 * removal is pending.
 */
async function removalMail(services: AccountMailServices, userId: string): Promise<AwaitedMail | null> {
  const em = services.orm.em.fork();
  const user = await em.findOne(UserRow, { id: userId });
  if (!user || !(await isRemovalPending(em, userId))) return null;
  const now = services.now();
  const dueAt = removalDueAt(now);
  const token = await issueMailedToken(services, "keep second factor", { userId, email: user.email }, lapseOf(dueAt));
  const mail = compose({
    userId,
    to: user.email,
    name: user.name,
    subject: "The second factor of your hoplog account is about to be removed",
    paragraphs: [
      "Somebody who knows your password has asked to remove the second factor of your account, because it was lost.",
      `The first sign-in after ${timeText(dueAt.toISOString())} will need only your password, unless this link stops the removal before:`,
    ],
    action: {
      label: "Keep the second factor",
      url: `${services.publicUrl}/api/auth/keep-second-factor?token=${token}`,
    },
    closing: "If it was not you who asked, open the link, and change your password after that.",
  });
  return { mail, onAccepted: (tx) => noteAnnounced(tx, userId, { now, dueAt }) };
}

/** Builds an email to a user; null for a deleted account. */
async function toUser(
  services: AccountMailServices,
  userId: string,
  content: Omit<MailContent, "userId" | "to" | "name">,
): Promise<Mail | null> {
  const user = await services.orm.em.fork().findOne(UserRow, { id: userId });
  return user && compose({ userId, to: user.email, name: user.name, ...content });
}

type RequestedChange = Extract<AccountMail, { kind: "email-change-asked" }>["data"];

/** Builds the email to the current address, without a link if no change is pending. */
async function emailChangeMail(services: AccountMailServices, data: RequestedChange): Promise<Mail> {
  const { userId, to, email } = data;
  const expiresAt = await pendingUntil(services, userId, email);
  const content: MailContent = {
    ...data,
    subject: "Your hoplog e-mail address is about to change",
    paragraphs: [
      `Somebody who knows the password of your account asked to change its e-mail address to ${email}.`,
      "The change takes effect when the link that we have mailed to the new address is opened.",
    ],
    closing:
      "If this was not you, ask for a reset link on the log-in page now: a new password cancels the change and ends all sessions.",
  };
  if (!expiresAt) return compose(content);
  const token = await issueMailedToken(services, "cancel email change", { userId, email: to }, expiresAt);
  return compose({
    ...content,
    paragraphs: [...content.paragraphs, "This link cancels it and ends all sessions of your account:"],
    action: { label: "Cancel the change", url: `${services.publicUrl}/api/auth/cancel-email-change?token=${token}` },
    closing: "If this was not you, set a new password after that, with the reset link of the log-in page.",
  });
}

async function pendingUntil({ orm }: Database, userId: string, email: string): Promise<Date | null> {
  const [change] = await rowsOf<{ expiresAt: Date }>(
    orm.em.fork(),
    sql`SELECT expires_at AS "expiresAt" FROM email_change WHERE user_id = ${userId} AND email = ${email}`,
  );
  return change ? new Date(change.expiresAt) : null;
}
