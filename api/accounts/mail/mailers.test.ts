import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestApi, type TestApi } from "../../testing/testApi.ts";
import { type ReceivedMail, startPostmark, startSmtp, type TestMailService } from "../../testing/mailServices.ts";
import { createMailboxMailer, mailboxMails } from "./mailbox.ts";
import { type Mail, type Mailer, MailRefused } from "./port.ts";
import { createPostmarkMailer } from "./postmark.ts";
import { createSmtpMailer } from "./smtp.ts";

const from = "hoplog <hop@example.com>";

/** A transport for emails, and the receiver at its other end. */
interface Way {
  readonly mailer: Mailer;
  received(): Promise<readonly ReceivedMail[]>;
  /** Makes the receiver fail; null for a transport that never fails. */
  readonly mailService: TestMailService | null;
  close(): Promise<void>;
}

const ways: Record<string, () => Promise<Way>> = {
  async postmark() {
    const mailService = await startPostmark("a server token");
    const mailer = createPostmarkMailer({ token: "a server token", apiUrl: mailService.url, from });
    return { mailer, received: async () => mailService.received, mailService, close: () => mailService.close() };
  },
  async smtp() {
    const mailService = await startSmtp({ user: "hop", password: "log" });
    const mailer = createSmtpMailer({ url: mailService.url, from });
    return { mailer, received: async () => mailService.received, mailService, close: () => mailService.close() };
  },
  async mailbox() {
    const api: TestApi = await openTestApi();
    const { orm } = api.services;
    const received = async () =>
      (await mailboxMails(orm))
        .map((mail) => ({ ...mail, from: mail.sender, to: mail.recipient, autoSubmitted: "" }))
        .toReversed();
    const mailer = createMailboxMailer({ orm, from, now: () => new Date() });
    return { mailer, received, mailService: null, close: () => api.close() };
  },
};

const mail: Mail = {
  userId: randomUUID(),
  to: "ada@example.com",
  subject: "Grüße, Ada",
  html: "<!doctype html><html><body><p>Liebe Ada &amp; alle, <a href='https://example.com/?a=1&amp;b=2'>hier</a></p></body></html>",
  text: "Liebe Ada & alle,\n\nhttps://example.com/?a=1&b=2\n",
};

describe.each(Object.entries(ways))("mail by %s", (_name, openWay) => {
  let way: Way;
  beforeAll(async () => {
    way = await openWay();
  });
  afterAll(async () => {
    await way.mailer.close();
    await way.close();
  });

  it("arrives whole, in both parts", async () => {
    await way.mailer.send(mail);
    const [received] = await way.received();
    expect(received).toMatchObject({ to: mail.to, subject: mail.subject });
    expect(received?.from).toContain("hop@example.com");
    // The mailbox page does not send emails, so they have no such header.
    if (way.mailService) expect(received).toMatchObject({ autoSubmitted: "auto-generated" });
    expect(received?.html.trim()).toBe(mail.html.trim());
    expect(received?.text.trim().replaceAll("\r\n", "\n")).toBe(mail.text.trim());
  });

  it("goes to one address only, whatever stands in it", async () => {
    const count = (await way.received()).length;
    const subject = "Two\r\nBcc: eve@example.com";
    await way.mailer.send({ ...mail, subject }).catch(() => {});
    const later = (await way.received()).slice(count);
    for (const { to } of later) expect(to).toBe(mail.to);
  });

  it("is to be tried again after a failure that will pass", async () => {
    if (!way.mailService) return;
    way.mailService.answer = "later";
    const failure = await way.mailer.send(mail).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(MailRefused);
    way.mailService.answer = "accept";
    await expect(way.mailer.send(mail)).resolves.toBeUndefined();
  });

  it("is given up when the recipient is refused", async () => {
    if (!way.mailService) return;
    way.mailService.answer = "refuse";
    await expect(way.mailer.send(mail)).rejects.toBeInstanceOf(MailRefused);
    way.mailService.answer = "accept";
  });
});

describe("a wrong password for the mail service", () => {
  it("is ours to mend: the mail stays", async () => {
    const postmark = await startPostmark("right");
    const smtp = await startSmtp({ user: "hop", password: "right" });
    const mailers = [
      createPostmarkMailer({ token: "wrong", apiUrl: postmark.url, from }),
      createSmtpMailer({ url: smtp.url.replace("right", "wrong"), from }),
    ];
    for (const mailer of mailers) {
      const failure = await mailer.send(mail).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(Error);
      expect(failure).not.toBeInstanceOf(MailRefused);
      await mailer.close();
    }
    await postmark.close();
    await smtp.close();
  });
});
