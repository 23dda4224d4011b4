import { spawn } from "node:child_process";
import { join } from "node:path";
import { freePort } from "@hoplog/platform/process/freePort.js";
import { goProgram } from "@hoplog/platform/testing/goProgram.js";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { expect } from "vitest";

/** A simulated long-distance line to a local server, with delay and packet loss. */
export interface Line {
  /** Local port at which the line begins. */
  readonly port: number;
  /** Silently drops all data, as a cut cable does: connections stay open, and new ones are not answered. */
  cut(): Promise<void>;
  /** Restores the line; connections from before the cut are closed. */
  heal(): Promise<void>;
}

export interface LineSettings {
  readonly name: string;
  /** Port of the server at the end of the line. */
  readonly to: number;
  /** Delay in milliseconds in each direction. */
  readonly delayMs: number;
  /** Probability that a packet is lost, 0 to 1. */
  readonly loss: number;
}

export interface Toxiproxy {
  openLine(settings: LineSettings): Promise<Line>;
  close(): Promise<void>;
}

const sources = join(repositoryRoot, "tests", "far", "toxiproxy");
const directions = ["upstream", "downstream"] as const;

/** Minimum time beyond the round trip before Linux retransmits a packet. */
const minRetransmitMs = 200;

export async function startToxiproxy(): Promise<Toxiproxy> {
  const program = await toxiproxyProgram();
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(program, [address], { stdio: ["pipe", "ignore", "inherit"] });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const send = async (method: string, path: string, body?: object): Promise<void> => {
    const response = await fetch(`http://${address}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(`toxiproxy ${method} ${path}: ${response.status} ${await response.text()}`);
  };
  await expect.poll(() => send("GET", "/version").then(() => true)).toBe(true);
  return {
    async openLine({ name, to, delayMs, loss }) {
      const port = await freePort();
      await send("POST", "/proxies", { name, listen: `127.0.0.1:${port}`, upstream: `127.0.0.1:${to}` });
      const onBoth = async (type: string, attributes: object): Promise<void> => {
        for (const stream of directions) {
          await send("POST", `/proxies/${name}/toxics`, { name: `${type}-${stream}`, type, stream, attributes });
        }
      };
      await onBoth("latency", { latency: delayMs });
      await onBoth("loss", { rate: loss, timeout: 2 * delayMs + minRetransmitMs });
      return {
        port,
        cut: () => onBoth("timeout", { timeout: 0 }),
        async heal() {
          for (const stream of directions) await send("DELETE", `/proxies/${name}/toxics/timeout-${stream}`);
        },
      };
    },
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}

/**
 * Returns the path of the program, which is built at the first call and stored in .make. Throws if Go is missing, or if
 * the build fails.
 */
export function toxiproxyProgram(go?: string, folder: string = join(repositoryRoot, ".make")): Promise<string> {
  const program = { name: "toxiproxy", sources, files: ["go.mod", "go.sum", "main.go"], oldestGo: "1.23" };
  return goProgram(program, folder, go);
}
