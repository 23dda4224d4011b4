import { connect, type Socket } from "node:net";

/** One connection on which bytes are sent as they are; everything that comes back is in `text()`. */
export interface RawConnection {
  readonly socket: Socket;
  send(text: string): void;
  text(): string;
  /** Resolves when the other side sends no more. */
  readonly ended: Promise<void>;
  /** Resolves when both sides have ended it. */
  readonly closed: Promise<void>;
}

/** Ends its side when the other does, unless it is to stay half open. `from` is an address of this machine. */
export async function openRaw(port: number, allowHalfOpen = false, from = "127.0.0.1"): Promise<RawConnection> {
  const socket = connect({ port, host: "127.0.0.1", localAddress: from, noDelay: true, allowHalfOpen });
  return opened(socket, "connect");
}

/** Resolves with the connection when `event` comes; rejects when an error does. */
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

/** Sends all at once, and gives what came until the other side closed. */
export async function exchange(port: number, text: string): Promise<string> {
  const connection = await openRaw(port);
  connection.send(text);
  await connection.closed;
  return connection.text();
}

/** The status codes in the order they came. */
export function statusesIn(text: string): number[] {
  return [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
}

/** An answer's status line and headers without the date, sorted, and its body, the same whatever its request's id. */
export function comparable(answer: string): { readonly head: string[]; readonly body: string } {
  const [head = "", ...body] = answer.replaceAll(/(request[- ]id: )[\w-]{16}(?=[\r<])/gi, "$1id").split("\r\n\r\n");
  const [status = "", ...headers] = head.split("\r\n");
  const kept = headers.map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase()));
  return {
    head: [status, ...kept.filter((line) => !line.startsWith("date:")).toSorted()],
    body: body.join("\r\n\r\n"),
  };
}
