import { Duplex } from "node:stream";
import { connect, type ConnectionOptions, type TLSSocket } from "node:tls";
import { opened, type RawConnection } from "./raw.ts";

export interface TlsConnection extends RawConnection {
  readonly socket: TLSSocket;
}

type Options = ConnectionOptions & { readonly allowHalfOpen?: boolean };

/** Opens a TLS connection without verifying the certificate. Rejects if the handshake fails. */
export async function openTls(port: number, options: Options = {}): Promise<TlsConnection> {
  const socket = connect({
    host: "127.0.0.1",
    port,
    servername: "go.example",
    ALPNProtocols: ["http/1.1"],
    rejectUnauthorized: false,
    ...options,
  });
  return { ...(await opened(socket, "secureConnect")), socket };
}

/** Returns the names in the server's certificate. */
export function namesOf({ socket }: TlsConnection): string {
  return socket.getPeerCertificate().subjectaltname ?? "";
}

/** Sends the text over TLS and returns everything received until the connection is closed. */
export async function exchangeTls(port: number, text: string, options: Options = {}): Promise<string> {
  const connection = await openTls(port, options);
  connection.send(text);
  await connection.closed;
  return connection.text();
}

/** Creates a stream to run TLS over, which sends its bytes with `send`; `before` is prepended to the first ones. */
export function carrier({ socket }: RawConnection, send: (bytes: Buffer) => void, before = Buffer.alloc(0)): Duplex {
  let first = before;
  const duplex = new Duplex({
    read() {},
    write(bytes: Buffer, _encoding, done) {
      send(Buffer.concat([first, bytes]));
      first = Buffer.alloc(0);
      done();
    },
    final(done) {
      socket.end();
      done();
    },
  });
  socket.on("data", (text: string) => duplex.push(Buffer.from(text, "latin1")));
  socket.on("end", () => duplex.push(null));
  socket.on("close", () => duplex.destroy());
  return duplex;
}

/** Builds a TLS 1.2 ClientHello with a server name of any bytes. */
export function clientHello(host: Buffer): Buffer {
  const name = prefixed(2, Buffer.concat([Buffer.from([0]), prefixed(2, host)]));
  const extensions = prefixed(
    2,
    Buffer.concat([
      extension(0, name),
      extension(10, prefixed(2, Buffer.from([0, 23]))),
      extension(13, prefixed(2, Buffer.from([4, 3, 8, 4]))),
    ]),
  );
  const ciphers = prefixed(2, Buffer.from([0xc0, 0x2b, 0xc0, 0x2f]));
  const body = Buffer.concat([
    Buffer.from([3, 3]),
    Buffer.alloc(32, 7),
    Buffer.from([0]),
    ciphers,
    Buffer.from([1, 0]),
    extensions,
  ]);
  const message = Buffer.concat([Buffer.from([1]), prefixed(3, body)]);
  return Buffer.concat([Buffer.from([22, 3, 1]), prefixed(2, message)]);
}

function extension(type: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0, type]), prefixed(2, content)]);
}

/** Prefixes content with its length in `lengthBytes` bytes. */
function prefixed(lengthBytes: number, content: Buffer): Buffer {
  const length = Buffer.alloc(lengthBytes);
  length.writeUIntBE(content.length, 0, lengthBytes);
  return Buffer.concat([length, content]);
}
