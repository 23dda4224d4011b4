import { STATUS_CODES } from "node:http";
import { requestIdHeader } from "@hoplog/platform/http/requestIds.js";
import { answerOf, type Page } from "../pages/page.ts";
import type { Connection } from "./connection.ts";
import type { Outbox } from "./outbox.ts";
import type { RequestHead } from "./requestHead.ts";
import type { RequestIds } from "./requestIds.ts";

/** Writes responses as bytes, in the same form as node:http. */
export interface Answers {
  /** Redirects to the URL in `source`, which must be visible ASCII. */
  redirect(connection: Connection, bytes: Buffer, head: RequestHead, source: Buffer, start: number, end: number): void;
  page(connection: Connection, bytes: Buffer, head: RequestHead, page: Page): void;
  /** Redirects with any status; all header values must be visible ASCII. */
  redirectTo(
    connection: Connection,
    bytes: Buffer,
    head: RequestHead,
    to: { readonly status: number; readonly location: string; readonly cookie: string | null },
  ): void;
  /** Sets the current time, in milliseconds. */
  tick(now: number): void;
  /** Makes every later response close its connection. */
  closeConnections(): void;
}

const redirectStart = Buffer.from("HTTP/1.1 302 Found\r\nlocation: ");
/** Bytes between the location and the request's id. */
const redirectMiddle = Buffer.from(`\r\n${requestIdHeader}: `);

export interface AnswerSettings {
  readonly requestIds: RequestIds;
  /** Called when a visitor gets a response that something is temporarily unavailable. */
  readonly onUnavailable: (requestId: string) => void;
  readonly keepAliveSeconds: number;
  /** Header lines for every response, each with its line break; empty for none. */
  readonly headerLines: string;
}

export function createAnswers(
  outbox: Outbox<Connection>,
  { requestIds, onUnavailable, keepAliveSeconds, headerLines }: AnswerSettings,
): Answers {
  const closing = "Connection: close\r\n\r\n";
  let connectionHeaders = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n\r\n`;
  let second = -1;
  let end = "";
  let lastEnd = "";
  let redirectEnd = Buffer.alloc(0);
  let lastRedirectEnd = redirectEnd;

  function tick(now: number): void {
    const present = Math.floor(now / 1000);
    if (present === second) return;
    second = present;
    const date = `${headerLines}Date: ${new Date(now).toUTCString()}\r\n`;
    end = date + connectionHeaders;
    lastEnd = date + closing;
    redirectEnd = Buffer.from(`\r\ncache-control: no-store\r\ncontent-length: 0\r\n${end}`);
    lastRedirectEnd = Buffer.from(`\r\ncache-control: no-store\r\ncontent-length: 0\r\n${lastEnd}`);
  }

  function endRedirect(connection: Connection, id: Buffer, { closes }: RequestHead): void {
    const last = closes ? lastRedirectEnd : redirectEnd;
    outbox.addBytes(redirectMiddle, 0, redirectMiddle.length);
    outbox.addBytes(id, 0, id.length);
    outbox.addBytes(last, 0, last.length);
    outbox.finish(connection);
  }

  return {
    redirect(connection, bytes, asked, source, addressStart, addressEnd) {
      const id = requestIds.of(connection, bytes, asked);
      const size = redirectStart.length + addressEnd - addressStart;
      outbox.begin(connection, size + redirectMiddle.length + id.length + redirectEnd.length);
      outbox.addBytes(redirectStart, 0, redirectStart.length);
      outbox.addBytes(source, addressStart, addressEnd);
      endRedirect(connection, id, asked);
    },
    page(connection, bytes, asked, page) {
      const { status } = page;
      const id = requestIds.of(connection, bytes, asked).toString("latin1");
      const { headers, body } = answerOf(page, id);
      if (status >= 500) onUnavailable(id);
      const lines = Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join("");
      const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines}${asked.closes ? lastEnd : end}`;
      outbox.begin(connection, head.length + body.length);
      outbox.addText(head);
      if (!asked.isHead) outbox.addBytes(body, 0, body.length);
      outbox.finish(connection);
    },
    redirectTo(connection, bytes, asked, { status, location, cookie }) {
      const id = requestIds.of(connection, bytes, asked);
      const setCookie = cookie === null ? "" : `\r\nset-cookie: ${cookie}`;
      const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\nlocation: ${location}${setCookie}`;
      outbox.begin(connection, head.length + redirectMiddle.length + id.length + redirectEnd.length);
      outbox.addText(head);
      endRedirect(connection, id, asked);
    },
    tick,
    closeConnections() {
      connectionHeaders = closing;
      second = -1;
    },
  };
}
