import { createTransport } from "nodemailer";
import { type Mail, type Mailer, mailHeaders, MailRefused } from "./port.ts";

const timeoutMs = 10_000;

/**
 * Creates a mailer for an SMTP server. `url`: smtp://user:password@host:587, or smtps:// for TLS from the first byte.
 */
export function createSmtpMailer({ url, from }: { readonly url: string; readonly from: string }): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Mails consist of text only; nothing in them may make this process read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail: Mail) {
      const { to, subject, html, text } = mail;
      const headers = mailHeaders(mail, from);
      try {
        await transport.sendMail({ from, to: { name: "", address: to }, subject, html, text, headers });
      } catch (error) {
        if (refused(error)) throw new MailRefused(error.message, { cause: error });
        throw error;
      }
    },
    async close() {
      transport.close();
    },
  };
}

/**
 * Returns whether the error is permanent: 5xx for the recipient or message. A failed login is our misconfiguration, and
 * 4xx is temporary.
 */
function refused(error: unknown): error is Error {
  if (!(error instanceof Error) || !("responseCode" in error) || !("code" in error)) return false;
  const { responseCode, code } = error;
  const final = typeof responseCode === "number" && responseCode >= 500;
  return final && (code === "EENVELOPE" || code === "EMESSAGE");
}
