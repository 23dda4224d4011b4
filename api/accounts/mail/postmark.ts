import { Errors, ServerClient } from "postmark";
import { type Mail, type Mailer, mailHeaders, MailRefused } from "./port.ts";

export interface PostmarkSettings {
  readonly token: string;
  /** Where Postmark's API is, without a slash at the end. */
  readonly apiUrl: string;
  readonly from: string;
}

const timeoutSeconds = 10;

export function createPostmarkMailer({ token, apiUrl, from }: PostmarkSettings): Mailer {
  const { protocol, host, pathname } = new URL(apiUrl);
  const requestHost = host + pathname.replace(/\/$/, "");
  const client = new ServerClient(token, { useHttps: protocol === "https:", requestHost, timeout: timeoutSeconds });
  return {
    async send(mail: Mail) {
      const { to, subject, html, text } = mail;
      const headers = Object.entries(mailHeaders(mail, from)).map(([Name, Value]) => ({ Name, Value }));
      // Postmark writes a Message-ID of its own unless it is told to keep ours.
      const Headers = mail.id === undefined ? headers : [...headers, { Name: "X-PM-KeepID", Value: "true" }];
      try {
        await client.sendEmail({ From: from, To: to, Subject: subject, HtmlBody: html, TextBody: text, Headers });
      } catch (error) {
        if (refused(error)) throw new MailRefused(error.message, { cause: error });
        throw error;
      }
    },
    async close() {},
  };
}

/** A bad `From` comes as the same class as a bad `To`, but is ours to mend. */
function refused(error: unknown): error is Error {
  if (error instanceof Errors.InactiveRecipientsError) return true;
  return error instanceof Errors.InvalidEmailRequestError && /'To'/.test(error.message);
}
