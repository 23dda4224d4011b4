import type { Page } from "../pages/pages.ts";
import { pageHeaders } from "../pages/pages.ts";

/** Answers as they go over the line, each byte as one character (latin1). They are those that node:http would give. */
export interface Answers {
  /** A redirect, in two halves: the location stands between them. */
  readonly redirectStart: string;
  redirectEnd(): string;
  page(page: Page, isHead: boolean): string;
  /** The clock's new time, in milliseconds. */
  tick(now: number): void;
  /** From now on every answer is the last of its connection. */
  closeConnections(): void;
}

const reasons: Readonly<Record<number, string>> = { 404: "Not Found", 410: "Gone" };

export function createAnswers(keepAliveSeconds: number): Answers {
  let connection = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n\r\n`;
  let second = -1;
  let end = "";
  let redirectEnd = "";

  function tick(now: number): void {
    const present = Math.floor(now / 1000);
    if (present === second) return;
    second = present;
    end = `Date: ${new Date(now).toUTCString()}\r\n${connection}`;
    redirectEnd = `\r\ncache-control: no-store\r\ncontent-length: 0\r\n${end}`;
  }

  return {
    redirectStart: "HTTP/1.1 302 Found\r\nlocation: ",
    redirectEnd: () => redirectEnd,
    page({ status, body }, isHead) {
      const headers = Object.entries({ ...pageHeaders, "content-length": body.length });
      const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
      const head = `HTTP/1.1 ${status} ${reasons[status] ?? ""}\r\n${lines}${end}`;
      return isHead ? head : head + body.toString("latin1");
    },
    tick,
    closeConnections() {
      connection = "Connection: close\r\n\r\n";
      second = -1;
    },
  };
}
