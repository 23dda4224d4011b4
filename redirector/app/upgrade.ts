import { STATUS_CODES, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { requestIdHeader } from "@hoplog/platform/http/requestIds.js";
import { type Forwarded, headersForApp } from "./headers.ts";

const maxHeadBytes = 16 * 1024;
/** Timeout in milliseconds for the app to accept the upgrade. */
const timeoutMs = 10_000;
const emptyLine = Buffer.from("\r\n\r\n");

/**
 * Connects a visitor's WebSocket to the app. Forwards no data before the app has accepted the upgrade; if the app
 * rejects the upgrade, the visitor gets only the status and the connection is closed. Resolves when the connection
 * ends, with whether the app accepted the upgrade.
 */
export function passUpgrade(
  app: { readonly host: string; readonly port: number },
  request: IncomingMessage,
  visitor: Duplex,
  head: Buffer,
  forwarded: Forwarded,
): Promise<boolean> {
  const server = connect({ ...app, noDelay: true });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let hasAgreed = false;
  let answer = Buffer.alloc(0);

  /** Closes both connections; sends `status` if the visitor has not received the app's response. */
  function end(status: number): void {
    clearTimeout(late);
    server.destroy();
    if (!hasAgreed && visitor.writable) visitor.end(refusal(status, forwarded.requestId), () => visitor.destroy());
    else visitor.destroy();
    resolve(hasAgreed);
  }

  const late = setTimeout(() => end(504), timeoutMs);
  visitor.on("error", () => end(503));
  visitor.once("close", () => end(503));
  server.on("error", () => end(503));
  server.once("close", () => end(503));
  server.once("connect", () => void server.write(headOf(request, forwarded)));
  server.on("data", read);

  function read(chunk: Buffer): void {
    answer = Buffer.concat([answer, chunk]);
    if (!answer.includes(emptyLine)) {
      if (answer.length > maxHeadBytes) end(502);
      return;
    }
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer.toString("latin1", 0, 16))?.[1] ?? 502);
    if (status !== 101) return end(status < 400 ? 502 : status);
    clearTimeout(late);
    hasAgreed = true;
    server.off("data", read);
    server.pause();
    visitor.write(answer);
    server.write(head);
    server.pipe(visitor);
    visitor.pipe(server);
  }

  return promise;
}

function headOf(request: IncomingMessage, forwarded: Forwarded): string {
  const headers = { ...headersForApp(request.headers, forwarded), connection: "Upgrade", upgrade: "websocket" };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${request.url} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

/** Builds the response that refuses an upgrade and closes the connection. */
export function refusal(status: number, requestId: string): string {
  const line = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n`;
  return `${line}${requestIdHeader}: ${requestId}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
}
