import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import autocannon from "autocannon";

export interface CodeLoad {
  readonly perSecond: number;
  /** Latencies in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Number of responses other than redirects and of broken connections. */
  readonly failures: number;
  readonly answers: number;
}

export interface CodeLoadOptions {
  readonly connections: number;
  readonly seconds: number;
  /** Core that the load is pinned to; null for any. */
  readonly core: number | null;
  /** Whether each request uses a new connection. */
  readonly isEachNew?: boolean;
  /** Whether to use TLS, with the name `localhost`. */
  readonly isTls?: boolean;
}

/** Headers that a browser sends when following a link. */
const headersOf = (isEachNew: boolean): Readonly<Record<string, string>> => ({
  Host: "hop.example",
  Connection: isEachNew ? "close" : "keep-alive",
  "Upgrade-Insecure-Requests": "1",
  "User-Agent":
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8",
  "Sec-Fetch-Site": "cross-site",
  "Sec-Fetch-Mode": "navigate",
  "Sec-Fetch-Dest": "document",
  Referer: "https://news.example/articles/2026/11/short-links",
  "Accept-Encoding": "gzip, deflate, br, zstd",
  "Accept-Language": "en-GB,en;q=0.9,de;q=0.8",
});

/** The load generator: wrk if it is installed, otherwise autocannon, which reaches a lower rate. */
export const loader = spawnSync("wrk", ["--version"]).error ? "autocannon" : "wrk";

/** Requests the codes in turn, repeatedly, as fast as the connections allow. */
export function loadWithCodes(port: number, codes: readonly string[], options: CodeLoadOptions): Promise<CodeLoad> {
  return loader === "wrk" ? byWrk(port, codes, options) : byAutocannon(port, codes, options);
}

const run = promisify(execFile);

function addressOf(port: number, { isTls = false }: CodeLoadOptions): string {
  return isTls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`;
}

async function byWrk(port: number, codes: readonly string[], options: CodeLoadOptions): Promise<CodeLoad> {
  const folder = mkdtempSync(path.join(tmpdir(), "hoplog-wrk-"));
  try {
    writeFileSync(path.join(folder, "codes"), `${codes.join("\n")}\n`);
    writeFileSync(path.join(folder, "load.lua"), script(folder, options));
    const { connections, seconds, core } = options;
    const wrk = ["wrk", "-t1", `-c${connections}`, `-d${seconds}s`, "-s", path.join(folder, "load.lua")];
    const [program = "", ...args] = core === null ? wrk : ["taskset", "-c", String(core), ...wrk];
    await run(program, [...args, addressOf(port, options)]);
    const [answers = 0, microseconds = 1, p50 = 0, p99 = 0, failures = 0] = readFileSync(
      path.join(folder, "result"),
      "utf8",
    )
      .split(" ")
      .map(Number);
    return {
      perSecond: (answers - failures) / (microseconds / 1e6),
      p50: p50 / 1000,
      p99: p99 / 1000,
      failures,
      answers,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns a Lua script for wrk. Requests are built before timing starts. */
function script(folder: string, { isEachNew = false }: CodeLoadOptions): string {
  const lines = Object.entries(headersOf(isEachNew)).map(
    ([name, value]) => `    [${JSON.stringify(name)}] = ${JSON.stringify(value)},`,
  );
  return `
local requests, count, at = {}, 0, 0
function init()
  local headers = {
${lines.join("\n")}
  }
  for code in io.lines("${folder}/codes") do
    count = count + 1
    requests[count] = wrk.format("GET", "/" .. code, headers)
  end
end
function request()
  at = at % count + 1
  return requests[at]
end
function done(summary, latency)
  local errors = summary.errors
  local failures = errors.status + errors.connect + errors.read + errors.write + errors.timeout
  local out = io.open("${folder}/result", "w")
  out:write(string.format("%d %d %d %d %d", summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(99), failures))
  out:close()
end
`;
}

async function byAutocannon(port: number, codes: readonly string[], options: CodeLoadOptions): Promise<CodeLoad> {
  const result = await autocannon({
    url: addressOf(port, options),
    connections: options.connections,
    duration: options.seconds,
    headers: { ...headersOf(options.isEachNew ?? false) },
    requests: codes.slice(0, 5000).map((code) => ({ method: "GET" as const, path: `/${code}` })),
  });
  const failures = result.errors + result.timeouts + result["4xx"] + result["5xx"];
  const answers = result["3xx"];
  return {
    perSecond: answers / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failures,
    answers: result.requests.total,
  };
}
