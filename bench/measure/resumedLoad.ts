import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import type { CodeLoad, CodeLoadOptions } from "./codeLoad.ts";

/** Whether `openssl`, which generates the load, is installed. */
export const canResume = !spawnSync("openssl", ["version"]).error;

const run = promisify(execFile);

/**
 * Requests one code repeatedly, each time on a new connection that resumes the client's session (TLS 1.3), with one
 * client per connection. Latencies are not available. A handshake that was not resumed counts as a failure.
 */
export async function loadByResumed(
  port: number,
  code: string,
  { connections, seconds, core }: CodeLoadOptions,
): Promise<CodeLoad> {
  const args = ["s_time", "-connect", `localhost:${port}`, "-www", `/${code}`, "-tls1_3", "-reuse"];
  const client = ["openssl", ...args, "-time", String(seconds)];
  const [program = "", ...rest] = core === null ? client : ["taskset", "-c", String(core), ...client];
  const began = performance.now();
  const outputs = await Promise.all(
    Array.from({ length: connections }, () => run(program, rest, { maxBuffer: 16 * 1024 * 1024 })),
  );
  const took = (performance.now() - began) / 1000;
  const sum = (count: (output: string) => number): number =>
    outputs.reduce((all, { stdout }) => all + count(stdout), 0);
  const answers = sum((output) => Number(/^(\d+) connections in \d+ real seconds/m.exec(output)?.[1] ?? 0));
  // openssl prints a star for each new session, and an r for each resumed one. The first connection is not timed.
  const failures = sum((output) => /^[*r]+$/m.exec(output)?.[0].replaceAll("r", "").length ?? 0);
  return { perSecond: (answers - failures) / took, p50: Number.NaN, p99: Number.NaN, failures, answers };
}
