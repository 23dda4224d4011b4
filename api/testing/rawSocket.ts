import { once } from "node:events";
import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";

/** A graphql-transport-ws client that never responds by itself: no pong, and no close frame. */
export interface RawSocket {
  readonly socket: Socket;
  /** Text messages that the server has sent, in order. */
  readonly messages: readonly string[];
  /** Returns the code of the received close frame; null if there is none yet. */
  closeCode(): number | null;
  send(message: object): void;
  ping(): void;
}

const opcodes = { text: 1, close: 8, ping: 9 } as const;

/** Resolves once the server has switched protocols; rejects with its status line otherwise. */
export async function openRawSocket(port: number, headers: Readonly<Record<string, string>> = {}): Promise<RawSocket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(
    `GET /graphql HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\n` +
      `Sec-WebSocket-Protocol: graphql-transport-ws\r\n${lines.join("")}\r\n`,
  );
  let unread: Buffer = Buffer.alloc(0);
  while (!unread.includes("\r\n\r\n")) {
    const [data]: Buffer[] = await once(socket, "data");
    unread = Buffer.concat([unread, data ?? Buffer.alloc(0)]);
  }
  const status = unread.toString("latin1").split("\r\n", 1)[0] ?? "";
  if (!status.includes(" 101 ")) throw new Error(status);
  unread = unread.subarray(unread.indexOf("\r\n\r\n") + 4);
  const messages: string[] = [];
  let closeCode: number | null = null;
  const read = (): void => {
    for (let frame = readFrame(unread); frame; frame = readFrame(unread)) {
      if (frame.opcode === opcodes.text) messages.push(frame.payload.toString());
      if (frame.opcode === opcodes.close) closeCode = frame.payload.readUInt16BE(0);
      unread = unread.subarray(frame.size);
    }
  };
  read();
  socket.on("data", (data: Buffer) => {
    unread = Buffer.concat([unread, data]);
    read();
  });
  return {
    socket,
    messages,
    closeCode: () => closeCode,
    send: (message) => void socket.write(frameOf(opcodes.text, Buffer.from(JSON.stringify(message)))),
    ping: () => void socket.write(frameOf(opcodes.ping, Buffer.alloc(100))),
  };
}

/** Parses one unmasked frame from the start of the bytes; null while incomplete. */
function readFrame(bytes: Buffer): { opcode: number; payload: Buffer; size: number } | null {
  if (bytes.length < 4) return bytes.length >= 2 && bytes[1] === 0 ? emptyFrame(bytes) : null;
  const short = (bytes[1] ?? 0) & 0x7f;
  const start = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < start) return null;
  const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  if (bytes.length < start + length) return null;
  return { opcode: (bytes[0] ?? 0) & 0x0f, payload: bytes.subarray(start, start + length), size: start + length };
}

function emptyFrame(bytes: Buffer) {
  return { opcode: (bytes[0] ?? 0) & 0x0f, payload: bytes.subarray(2, 2), size: 2 };
}

/** Builds a client frame, which must be masked; a mask of zeros leaves the payload unchanged. */
function frameOf(opcode: number, payload: Buffer): Buffer {
  const length = payload.length < 126 ? Buffer.from([0x80 | payload.length]) : Buffer.alloc(3);
  if (payload.length >= 126) {
    length[0] = 0x80 | 126;
    length.writeUInt16BE(payload.length, 1);
  }
  return Buffer.concat([Buffer.from([0x80 | opcode]), length, Buffer.alloc(4), payload]);
}
