import { STATUS_CODES } from "node:http";
import { headersOf, type Page } from "../pages/page.ts";
import type { Connection } from "./connections.ts";
import type { Outbox } from "./outbox.ts";

/** Answers as they go over the line: those that node:http would give. */
export interface Answers {
  /** Redirects to the address of visible ASCII that stands in `source`. */
  redirect(connection: Connection, source: Buffer, start: number, end: number): void;
  page(connection: Connection, page: Page, isHead: boolean): void;
  /** Redirects with any status; all that goes into headers is visible ASCII. */
  redirectTo(connection: Connection, status: number, location: string, cookie: string | null): void;
  /** The clock's new time, in milliseconds. */
  tick(now: number): void;
  /** From now on every answer is the last of its connection. */
  closeConnections(): void;
}

const redirectStart = Buffer.from("HTTP/1.1 302 Found\r\nlocation: ");

export function createAnswers(outbox: Outbox<Connection>, keepAliveSeconds: number): Answers {
  let connectionHeaders = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n\r\n`;
  let second = -1;
  let end = "";
  let redirectEnd = Buffer.alloc(0);

  function tick(now: number): void {
    const present = Math.floor(now / 1000);
    if (present === second) return;
    second = present;
    end = `Date: ${new Date(now).toUTCString()}\r\n${connectionHeaders}`;
    redirectEnd = Buffer.from(`\r\ncache-control: no-store\r\ncontent-length: 0\r\n${end}`);
  }

  return {
    redirect(connection, source, addressStart, addressEnd) {
      outbox.begin(connection, redirectStart.length + addressEnd - addressStart + redirectEnd.length);
      outbox.addBytes(redirectStart, 0, redirectStart.length);
      outbox.addBytes(source, addressStart, addressEnd);
      outbox.addBytes(redirectEnd, 0, redirectEnd.length);
      outbox.finish(connection);
    },
    page(connection, page, isHead) {
      const { status, body } = page;
      const lines = Object.entries(headersOf(page))
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join("");
      const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines}${end}`;
      outbox.begin(connection, head.length + body.length);
      outbox.addText(head);
      if (!isHead) outbox.addBytes(body, 0, body.length);
      outbox.finish(connection);
    },
    redirectTo(connection, status, location, cookie) {
      const setCookie = cookie === null ? "" : `\r\nset-cookie: ${cookie}`;
      const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\nlocation: ${location}${setCookie}`;
      outbox.begin(connection, head.length + redirectEnd.length);
      outbox.addText(head);
      outbox.addBytes(redirectEnd, 0, redirectEnd.length);
      outbox.finish(connection);
    },
    tick,
    closeConnections() {
      connectionHeaders = "Connection: close\r\n\r\n";
      second = -1;
    },
  };
}
