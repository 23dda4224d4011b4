import { mkdirSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { Transform } from "node:stream";
import { freePort } from "@hoplog/platform/process/freePort.js";
import { loadPorts } from "@hoplog/stack/datafolder/ports.js";
import type { StackPlace } from "../running/runningStack.ts";
import type { Engine } from "./ways.ts";

/** A proxy whose connections can be cut and delayed. */
export interface Proxy {
  /** Breaks every connection, and refuses new ones until `heal`. */
  cut(): void;
  /** Delays all data by `ms` in each direction, until `heal`. */
  delay(ms: number): void;
  heal(): void;
  close(): Promise<void>;
}

/** Listens on a local port and forwards everything to another local port, `target`. */
export async function openProxy(port: number, target: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let isCut = false;
  let delayMs = 0;

  const hold = (): Transform =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (delayMs === 0) done(null, chunk);
        else setTimeout(() => done(null, chunk), delayMs);
      },
    });
  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (isCut) {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect({ port: target, host: "127.0.0.1", allowHalfOpen: true });
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      from.pipe(hold()).pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const breakAll = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    cut() {
      isCut = true;
      breakAll();
    },
    delay(ms) {
      delayMs = ms;
    },
    heal() {
      isCut = false;
      delayMs = 0;
    },
    close: () =>
      new Promise((resolve) => {
        breakAll();
        server.close(() => resolve());
      }),
  };
}

/** Opens a proxy to each engine of a stack; `through` has the proxies' ports, for the programs in `boot`. */
export async function openProxies(testStack: StackPlace, engines: readonly Engine[]) {
  mkdirSync(testStack.dataFolder, { recursive: true });
  const own = await loadPorts(testStack.dataFolder, [testStack.appPort, testStack.shortPort]);
  const proxies = new Map<string, Proxy>();
  const through: Partial<Record<Engine, number>> = {};
  for (const engine of engines) {
    const port = await freePort();
    through[engine] = port;
    proxies.set(engine, await openProxy(port, own[engine]));
  }
  return { proxies, through };
}
