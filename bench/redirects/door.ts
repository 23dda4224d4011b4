import { availableParallelism } from "node:os";
import { counted } from "@hoplog/schema/counted.js";
import { makeCertificate } from "../measure/certificate.ts";
import { loader } from "../measure/codeLoad.ts";
import { type LinksLog, startLinksLog } from "../measure/linksLog.ts";
import { type BenchRedirector, startRedirector } from "../measure/redirector.ts";
import { table } from "../measure/table.ts";
import { zipfCodes } from "../measure/zipf.ts";
import { compare, type Contender, type Turns } from "./compare.ts";
import { type Proxy, proxyKinds, startProxy } from "./proxies.ts";

const links = Number(process.env["BENCH_LINKS"] ?? 100_000);
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 3);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 3);
const counts = [8, 64];

/**
 * Compares a redirector that serves only short links with one that has docker compose's settings (one host for app and
 * short links, plus a TLS port), and with redirectors behind proxies. All parts of a contender share one core.
 */
export async function benchDoor(): Promise<string> {
  const canPin = availableParallelism() > 1;
  const cores = canPin ? "0" : null;
  const log = await startLinksLog(links);
  try {
    if (canPin) log.keepOn("1");
    const { bare, door, balanced } = await startRedirectors(log, cores);
    const proxies = await startProxies(log.folder, cores, bare.port, balanced.port);
    const turns: Turns = { rounds, seconds, codes: zipfCodes(links, 200_000), core: canPin ? 1 : null, log };
    const contenders: Contender[] = [
      contenderOf("redirector by itself", bare),
      contenderOf("compose's door", door),
      ...proxies.started.map(({ proxy: { name, port }, isBalanced }) =>
        contenderOf(`through ${name}`, { ...(isBalanced ? balanced : bare), port }),
      ),
    ];
    const rows = [
      ...(await compare(contenders, { counts, isEachNew: false }, turns)),
      ...(await compare(contenders, { counts, isEachNew: true }, turns)),
    ];
    for (const { proxy } of proxies.started) await proxy.stop();
    for (const redirector of [bare, door, balanced]) await redirector.stop();
    return [
      table(
        ["redirects/s", "connections", "", "of bare", "p50", "p99", "p99 of bare's", "failed", "to be shipped"],
        rows,
      ),
      `${counted(links, "link")}, Zipf; ${seconds} s a turn, medians of ${counted(rounds, "interleaved turn")}; load by ${loader}`,
      canPin ? "redirector and proxy on core 0, load and Postgres on core 1" : "cores not pinned",
      ...proxies.missing.map((name) => `${name} is not installed, so it is not compared`),
    ].join("\n");
  } finally {
    await log.stop();
  }
}

async function startRedirectors(log: LinksLog, cores: string | null) {
  const { folder } = await makeCertificate(log.folder);
  const proxied = { TRUSTED_PROXIES: "127.0.0.0/8" };
  const bare = await startRedirector(log, { cores, listeners: 1, env: proxied });
  // The same settings as in docker-compose.yml; no requests are sent to the app here.
  const app = { APP_SERVER: "http://127.0.0.1:9" };
  const door = await startRedirector(log, { cores, listeners: 1, certificates: folder, env: app });
  const balanced = await startRedirector(log, {
    cores,
    listeners: 1,
    certificates: folder,
    env: { ...app, ...proxied, PROXY_PROTOCOL: "on" },
  });
  for (const redirector of [bare, door, balanced]) await redirector.knows(links);
  return { bare, door, balanced };
}

async function startProxies(folder: string, cores: string | null, bare: number, balanced: number) {
  const started: { readonly proxy: Proxy; readonly isBalanced: boolean }[] = [];
  const missing: string[] = [];
  for (const kind of [proxyKinds.haproxy, proxyKinds.nginx, proxyKinds.caddy]) {
    const isBalanced = kind === proxyKinds.haproxy;
    const proxy = await startProxy(kind, folder, isBalanced ? balanced : bare, cores);
    if (proxy) started.push({ proxy, isBalanced });
    else missing.push(kind.name);
  }
  return { started, missing };
}

function contenderOf(name: string, { port, shipped, waiting }: Pick<BenchRedirector, "port" | "shipped" | "waiting">) {
  return { name, port, drain: shipped, waiting };
}
