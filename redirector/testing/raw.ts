import { connect, type Socket } from "node:net";

/** A connection that sends raw bytes; `text()` returns everything received. */
export interface RawConnection {
  readonly socket: Socket;
  send(text: string): void;
  text(): string;
  /** Resolves when the peer has closed its side. */
  readonly ended: Promise<void>;
  /** Resolves when both sides are closed. */
  readonly closed: Promise<void>;
}

/** Opens a connection that closes its side when the peer does, unless `allowHalfOpen`. `from` is a local address. */
export async function openRaw(port: number, allowHalfOpen = false, from = "127.0.0.1"): Promise<RawConnection> {
  const socket = connect({ port, host: "127.0.0.1", localAddress: from, noDelay: true, allowHalfOpen });
  return opened(socket, "connect");
}

/** Resolves with the connection when `event` is emitted; rejects on an error. */
export async function opened(socket: Socket, event: string): Promise<RawConnection> {
  let text = "";
  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => (text += chunk));
  socket.on("error", () => {});
  const ended = new Promise<void>((resolve) => socket.once("end", () => resolve()));
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    socket.once(event, resolve);
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("closed")));
  });
  return { socket, send: (bytes) => void socket.write(bytes, "latin1"), text: () => text, ended, closed };
}

/** Sends the text and returns everything received until the connection is closed. */
export async function exchange(port: number, text: string): Promise<string> {
  const connection = await openRaw(port);
  connection.send(text);
  await connection.closed;
  return connection.text();
}

/** Returns the status codes of responses in order. */
export function statusesIn(text: string): number[] {
  return [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
}

/**
 * Returns a response's status line, its sorted headers without the date, and its body, with the request id replaced.
 */
export function comparable(answer: string): { readonly head: string[]; readonly body: string } {
  const [head = "", ...body] = answer.replaceAll(/(request[- ]id: )[\w-]{16}(?=[\r<])/gi, "$1id").split("\r\n\r\n");
  const [status = "", ...headers] = head.split("\r\n");
  const kept = headers.map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase()));
  return {
    head: [status, ...kept.filter((line) => !line.startsWith("date:")).toSorted()],
    body: body.join("\r\n\r\n"),
  };
}
