import { once } from "node:events";
import { connect } from "node:net";

/**
 * Logs in over ClickHouse's native protocol, like clickhouse-client; returns the server's name on success, otherwise
 * the exception as `refused (2): …`.
 */
export async function nativeLogin(port: number, user: string, password: string, database: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    const revision = 54_429;
    const hello = [number(0), text("hoplog test"), number(21), number(1), number(revision)];
    socket.write(Buffer.concat([...hello, text(database), text(user), text(password)]));
    const [answer] = await once(socket, "data", { signal: AbortSignal.timeout(10_000) });
    if (!Buffer.isBuffer(answer)) throw new Error("no answer");
    // The first byte is 0 for a greeting, which contains the server's name, and 2 for an exception.
    const [kind, length = 0] = answer;
    return kind === 0 ? answer.toString("utf8", 2, 2 + length) : `refused (${kind}): ${answer.toString("latin1")}`;
  } finally {
    socket.destroy();
  }
}

/** Encodes a number as a VarUInt. */
function number(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([number(bytes.length), bytes]);
}
