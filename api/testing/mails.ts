import { vi } from "vitest";
import { mailboxMails } from "../accounts/mail/mailbox.ts";
import type { MailboxRow } from "../accounts/mail/mailbox.ts";
import type { TestApi } from "./testApi.ts";

/** Waits for an email to an address whose subject contains a string; returns the newest. */
export async function mailTo(api: TestApi, address: string, subject: string): Promise<MailboxRow> {
  return vi.waitFor(
    async () => {
      const mail = (await mailsTo(api, address)).find((candidate) => candidate.subject.includes(subject));
      if (!mail) throw new Error(`no mail to ${address} has a subject with "${subject}"`);
      return mail;
    },
    { timeout: 60_000, interval: 20 },
  );
}

/** Returns the emails to an address, newest first. */
export async function mailsTo(api: TestApi, address: string): Promise<MailboxRow[]> {
  return (await mailboxMails(api.services.orm)).filter(({ recipient }) => recipient === address);
}

/** Returns the token of the link in an email. */
export function tokenIn({ text }: { readonly text: string }): string {
  const token = /token=([\w-]+)/.exec(text)?.[1];
  if (!token) throw new Error("the mail contains no link with a token");
  return token;
}
