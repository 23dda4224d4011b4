import { availableParallelism } from "node:os";
import { counted } from "@hoplog/schema/counted.js";
import { loader } from "../measure/codeLoad.ts";
import { type LinksLog, startLinksLog } from "../measure/linksLog.ts";
import { makeCertificate } from "../measure/certificate.ts";
import { type BenchRedirector, startRedirector } from "../measure/redirector.ts";
import { canResume } from "../measure/resumedLoad.ts";
import { table } from "../measure/table.ts";
import { zipfCodes } from "../measure/zipf.ts";
import { compare, type Contender, type Turns } from "./compare.ts";
import { type BenchNginx, startNginx } from "./nginx.ts";

const links = Number(process.env["BENCH_LINKS"] ?? 1_000_000);
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 3);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 3);
const connectionCounts = [1, 8, 64, 256];
/** Concurrent visitors with a new connection for each request. */
const visitorCounts = [8, 64, 256];

/**
 * Compares redirects that each write a durable record with redirects by nginx from a map: with an unbuffered access log
 * of the same fields, and without a log.
 */
export async function benchRedirects(): Promise<string> {
  const canPin = availableParallelism() > 1;
  const log = await startLinksLog(links);
  try {
    // So many samples contain more distinct codes than a listener caches.
    const codes = zipfCodes(links, 400_000);
    const one = await oneCore(log, codes, canPin);
    const two = canPin ? await twoCores(log, codes) : [];
    const notes = [
      `${counted(links, "link")}, Zipf; ${seconds} s a turn, medians of ${counted(rounds, "interleaved turn")}; load by ${loader}, Postgres beside the load, after it`,
      canPin
        ? "one core: servers on core 0 with all their parts, load on core 1; two cores: load beside them"
        : "cores not pinned",
      ...(one.nginx === null
        ? ["nginx is not installed, so nothing is compared: apt-get install nginx-light"]
        : [`${one.nginx} as comparator`]),
      ...(canResume ? [] : ["openssl is not installed, so resumed sessions are not measured"]),
    ];
    return [
      table(
        ["redirects/s", "connections", "", "of nginx", "p50", "p99", "p99 of nginx's", "failed", "to be shipped"],
        [...one.rows, ...two],
      ),
      ...notes,
    ].join("\n");
  } finally {
    await log.stop();
  }
}

async function oneCore(log: LinksLog, codes: readonly string[], canPin: boolean) {
  if (canPin) log.keepOn("1");
  const turns: Turns = { rounds, seconds, codes, core: canPin ? 1 : null, log };
  const certificate = await makeCertificate(log.folder);
  const cores = canPin ? "0" : null;
  const redirector = await startRedirector(log, { cores, listeners: 1, certificates: certificate.folder });
  const nginx = await startNginx(log.folder, links, { cores, workers: 1, certificate });
  await redirector.knows(links);
  const contenders = contendersOf(redirector, nginx);
  const rows = await compare(contenders, { counts: connectionCounts, isEachNew: false }, turns);
  rows.push(...(await compare(contenders, { counts: visitorCounts, isEachNew: true }, turns)));
  const encrypted = encryptedOf(redirector, nginx);
  const kinds = [
    { isEachNew: true },
    ...(canResume ? [{ isEachNew: true, isResumed: true }] : []),
    { isEachNew: false },
  ];
  for (const kind of kinds)
    rows.push(...(await compare(encrypted, { counts: visitorCounts, isTls: true, ...kind }, turns)));
  await redirector.stop();
  await nginx?.stop();
  return { rows, nginx: nginx?.version ?? null };
}

async function twoCores(log: LinksLog, codes: readonly string[]): Promise<string[][]> {
  log.keepOn(`0-${availableParallelism() - 1}`);
  const redirector = await startRedirector(log, { cores: "0,1", listeners: 2 });
  const nginx = await startNginx(log.folder, links, { cores: "0,1", workers: 2 });
  await redirector.knows(links);
  const contenders = contendersOf(redirector, nginx, ", two cores");
  const turns: Turns = { rounds, seconds, codes, core: null, log };
  const rows = await compare(contenders, { counts: [64, 256], isEachNew: false }, turns);
  await redirector.stop();
  await nginx?.stop();
  return rows;
}

/** Returns the contenders; the others are compared with the first. */
function contendersOf(redirector: BenchRedirector, nginx: BenchNginx | null, how = ""): Contender[] {
  const ours = ourContender(redirector, redirector.port, how);
  if (!nginx) return [ours];
  return [
    nginxContender(nginx, nginx.logged, `with log${how}`),
    nginxContender(nginx, nginx.unlogged, `without log${how}`),
    ours,
  ];
}

function encryptedOf(redirector: BenchRedirector, nginx: BenchNginx | null): Contender[] {
  const ours = ourContender(redirector, redirector.tlsPort, ", TLS");
  return nginx ? [nginxContender(nginx, nginx.tls, "with log, TLS"), ours] : [ours];
}

function ourContender({ shipped, waiting }: BenchRedirector, port: number, how: string): Contender {
  return { name: `redirector${how}`, port, drain: shipped, waiting };
}

function nginxContender({ emptyLog }: BenchNginx, port: number, how: string): Contender {
  return { name: `nginx ${how}`, port, drain: async () => emptyLog() };
}
