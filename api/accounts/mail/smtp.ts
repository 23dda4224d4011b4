import { createTransport } from "nodemailer";
import { type Mail, type Mailer, mailHeaders, MailRefused } from "./port.ts";

const timeoutMs = 10_000;

/** `url`: smtp://user:password@host:587, or smtps:// for TLS from the first byte. */
export function createSmtpMailer({ url, from }: { readonly url: string; readonly from: string }): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // A mail is made of texts alone; nothing in it may make this process read a file or fetch an address.
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

/** 5xx to the recipient or the message is for good; a failed log-in is ours to mend, and 4xx is for now. */
function refused(error: unknown): error is Error {
  if (!(error instanceof Error) || !("responseCode" in error) || !("code" in error)) return false;
  const { responseCode, code } = error;
  const final = typeof responseCode === "number" && responseCode >= 500;
  return final && (code === "EENVELOPE" || code === "EMESSAGE");
}
