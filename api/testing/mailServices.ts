import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { z } from "zod";

export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Value of the header Auto-Submitted (RFC 3834). */
  readonly autoSubmitted: string;
}

/** The receiver of a mailer's emails. */
export interface TestMailService {
  readonly url: string;
  /** The received emails, oldest first. */
  readonly received: ReceivedMail[];
  /** Response to the next emails: accept, defer, or reject the recipient. */
  answer: "accept" | "later" | "refuse";
  close(): Promise<void>;
}

const postmarkMail = z.object({
  From: z.string(),
  To: z.string(),
  Subject: z.string(),
  HtmlBody: z.string(),
  TextBody: z.string(),
  Headers: z.array(z.object({ Name: z.string(), Value: z.string() })),
});

/** Starts a server with the part of Postmark's API that sends emails. */
export async function startPostmark(token: string): Promise<TestMailService> {
  const server = createServer((request, response) => {
    const reply = (status: number, body: object) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (request.method !== "POST" || request.url !== "/email") return reply(404, { Message: "Not found" });
      if (request.headers["x-postmark-server-token"] !== token) {
        return reply(401, { ErrorCode: 10, Message: "No Account or Server API tokens were supplied" });
      }
      if (mailService.answer === "later") return reply(503, { ErrorCode: 100, Message: "Maintenance" });
      if (mailService.answer === "refuse") {
        return reply(422, { ErrorCode: 406, Message: "You tried to send to inactive recipients: ada@example.com." });
      }
      const mail = postmarkMail.parse(JSON.parse(Buffer.concat(chunks).toString("utf8")));
      mailService.received.push({
        from: mail.From,
        to: mail.To,
        subject: mail.Subject,
        html: mail.HtmlBody,
        text: mail.TextBody,
        autoSubmitted: mail.Headers.find(({ Name }) => Name === "Auto-Submitted")?.Value ?? "",
      });
      reply(200, { To: mail.To, MessageID: "1", ErrorCode: 0, Message: "OK", SubmittedAt: new Date().toISOString() });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const mailService: TestMailService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    answer: "accept",
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return mailService;
}

/** Starts a small SMTP server that requires a password. */
export async function startSmtp(account: { user: string; password: string }): Promise<TestMailService> {
  const refuse = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      const known = username === account.user && password === account.password;
      done(known ? null : refuse(535, "Authentication failed"), { user: username });
    },
    onRcptTo(_address, _session, done) {
      if (mailService.answer === "refuse") done(refuse(550, "No such user"));
      else done(mailService.answer === "later" ? refuse(451, "Try again later") : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join(", ");
        mailService.received.push({ ...parseMessage(Buffer.concat(chunks).toString("utf8")), to });
        done();
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  const mailService: TestMailService = {
    url: `smtp://${account.user}:${account.password}@127.0.0.1:${port}`,
    received: [],
    answer: "accept",
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mailService;
}

/** Reads a message of two parts, in the encodings that our mailer writes. */
function parseMessage(message: string): Omit<ReceivedMail, "to"> {
  const [head = ""] = message.split("\r\n\r\n", 1);
  const headers = head.replace(/\r\n[ \t]+/g, " ");
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, "im").exec(headers)?.[1] ?? "";
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1] ?? "";
  const parts = message.split(`--${boundary}`);
  const part = (type: string) => decodePart(parts.find((text) => text.includes(`Content-Type: ${type}`)) ?? "");
  return {
    from: header("from"),
    subject: decodeWords(header("subject")),
    html: part("text/html"),
    text: part("text/plain"),
    autoSubmitted: header("auto-submitted"),
  };
}

function decodePart(part: string): string {
  const body = part.slice(part.indexOf("\r\n\r\n") + 4).replace(/\r\n$/, "");
  if (/transfer-encoding: base64/i.test(part)) return Buffer.from(body, "base64").toString("utf8");
  return /transfer-encoding: quoted-printable/i.test(part) ? decodeQuoted(body.replace(/=\r\n/g, "")) : body;
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

function decodeWords(header: string): string {
  return header.replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_match, kind: string, text: string) =>
    kind.toUpperCase() === "B" ? Buffer.from(text, "base64").toString("utf8") : decodeQuoted(text.replaceAll("_", " ")),
  );
}
