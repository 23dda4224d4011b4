import { Errors, ServerClient } from "postmark";
import { type Mail, type Mailer, mailHeaders, MailRefused } from "./port.ts";

export interface PostmarkSettings {
  readonly token: string;
  /** URL of Postmark's API, without a trailing slash. */
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
      // Without this header, Postmark replaces our Message-ID.
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

/**
 * Returns whether Postmark rejects the email permanently. An invalid `From` has the same error code as an invalid `To`,
 * but is our own misconfiguration.
 */
function refused(error: unknown): error is Error {
  if (error instanceof Errors.InactiveRecipientsError) return true;
  return error instanceof Errors.InvalidEmailRequestError && /'To'/.test(error.message);
}
