import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { connect } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startChild } from "../child.ts";
import { EngineError } from "../engine.ts";
import type { Engine, EngineEvents } from "../engine.ts";
import { writeWhole } from "../writeWhole.ts";

/** Options of a Redis server. */
export interface RedisOptions extends EngineEvents {
  /** Directory of the configuration file. */
  dataDir: string;
  port: number;
  password: string;
  /** A second port with TLS for clients whose certificate `ca` has signed. Paths of PEM files; for tests. */
  tls?: { port: number; cert: string; key: string; ca: string };
}

/**
 * Starts the `redis-server` on the PATH on 127.0.0.1 and resolves when it responds. It stores nothing on disk: the bus
 * and the rate limit counters are short-lived.
 */
export async function startRedis(options: RedisOptions): Promise<Engine> {
  const { port, password, tls } = options;
  requireRedis();
  const folder = resolve(options.dataDir);
  mkdirSync(folder, { recursive: true });
  const config = join(folder, "redis.conf");
  const lines = ["bind 127.0.0.1", `port ${port}`, `requirepass ${quoted(password)}`, 'save ""', "appendonly no"];
  if (tls) {
    lines.push(`tls-port ${tls.port}`, `tls-cert-file ${quoted(tls.cert)}`, `tls-key-file ${quoted(tls.key)}`);
    lines.push(`tls-ca-cert-file ${quoted(tls.ca)}`);
  }
  writeWhole(config, `${[...lines, `dir ${quoted(folder)}`].join("\n")}\n`);
  const child = await startChild({
    name: "Redis",
    file: "redis-server",
    args: [config],
    answers: (gone) => answers(port, password, gone),
    stopTimeoutMs: 3_000,
    ...(options.onLog && { onLog: options.onLog }),
    ...(options.onExit && { onExit: options.onExit }),
  });
  return { ...child, url: `redis://:${encodeURIComponent(password)}@127.0.0.1:${port}` };
}

function requireRedis(): void {
  if (!spawnSync("redis-server", ["--version"]).error) return;
  throw new EngineError(
    '"redis-server" is not on the PATH. On Debian: apt-get install redis-server; or set REDIS_URL to an existing Redis.',
  );
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}

async function answers(port: number, password: string, gone: AbortSignal): Promise<void> {
  while (!gone.aborted) {
    const answer = await sendCommand(port, ["AUTH", password]).catch(() => "");
    if (answer.startsWith("+OK")) return;
    if (answer !== "" && !answer.startsWith("-LOADING")) {
      throw new EngineError(`Redis rejects its password: ${answer.trim()}`);
    }
    await delay(20);
  }
}

function sendCommand(port: number, words: readonly string[]): Promise<string> {
  return new Promise((resolvePromise, reject) => {
    const socket = connect(port, "127.0.0.1");
    socket.setTimeout(2_000, () => socket.destroy(new Error("no answer")));
    socket.once("error", reject);
    socket.once("data", (data) => {
      resolvePromise(data.toString());
      socket.destroy();
    });
    const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
    socket.write(`*${words.length}\r\n${parts.join("")}`);
  });
}
