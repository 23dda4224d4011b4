import { availableParallelism } from "node:os";
import { counted } from "@hoplog/schema/counted.js";
import { loader, loadWithCodes } from "../measure/codeLoad.ts";
import { type LinksLog, startLinksLog } from "../measure/linksLog.ts";
import { makeCertificate } from "../measure/certificate.ts";
import { percentile } from "../measure/percentile.ts";
import { type BenchRedirector, startRedirector } from "../measure/redirector.ts";
import { ms, table, whole } from "../measure/table.ts";
import { zipfCodes } from "../measure/zipf.ts";
import { type BenchNginx, startNginx } from "./nginx.ts";

const links = Number(process.env["BENCH_LINKS"] ?? 1_000_000);
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 3);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 3);
const connectionCounts = [1, 8, 64, 256];
/** Visitors who come on connections of their own. */
const visitorCounts = [8, 64, 256];

interface Load {
  readonly counts: readonly number[];
  /** A connection for each request. */
  readonly isEachNew: boolean;
  /** New ones begin with a full handshake. */
  readonly isTls?: boolean;
  readonly core: number | null;
}

/** One of those that are compared. */
interface Contender {
  readonly name: string;
  readonly port: number;
  /** Makes it forget what it has recorded, so that the next one does not pay for it. */
  readonly drain: () => Promise<void>;
  /** Clicks that it has recorded and not sent on yet. */
  readonly waiting?: () => Promise<number>;
}

interface Figures {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failures: number;
  readonly answers: number;
  /** Of {@link answers}, at the end. */
  readonly waiting: number;
}

/** Redirects with a durable record of each, beside nginx with a map and an unbuffered access log of the same fields. */
export async function benchRedirects(): Promise<string> {
  const canPin = availableParallelism() > 1;
  const log = await startLinksLog(links);
  try {
    // More different ones than a listener remembers.
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
  const core = canPin ? 1 : null;
  if (canPin) log.keepOn("1");
  const certificate = await makeCertificate(log.folder);
  const cores = canPin ? "0" : null;
  const redirector = await startRedirector(log, { cores, listeners: 1, certificates: certificate.folder });
  const nginx = await startNginx(log.folder, links, { cores: "0", workers: 1, certificate });
  await redirector.knows(links);
  const contenders = contendersOf(redirector, nginx);
  const rows = await compare(contenders, { counts: connectionCounts, isEachNew: false, core }, codes, log);
  rows.push(...(await compare(contenders, { counts: visitorCounts, isEachNew: true, core }, codes, log)));
  const encrypted = encryptedOf(redirector, nginx);
  for (const isEachNew of [true, false])
    rows.push(...(await compare(encrypted, { counts: visitorCounts, isEachNew, isTls: true, core }, codes, log)));
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
  const rows = await compare(contenders, { counts: [64, 256], isEachNew: false, core: null }, codes, log);
  await redirector.stop();
  await nginx?.stop();
  return rows;
}

/** The first is what the others are compared with. */
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

async function compare(
  contenders: readonly Contender[],
  { counts, isEachNew, isTls = false, core }: Load,
  codes: readonly string[],
  log: LinksLog,
): Promise<string[][]> {
  for (const { port, drain } of contenders) {
    await loadWithCodes(port, codes, { connections: 64, seconds: 2, core, isTls });
    await drain();
  }
  const rows: string[][] = [];
  for (const connections of counts) {
    const turns = new Map<Contender, Figures[]>();
    for (let round = 0; round < rounds; round++) {
      for (const contender of contenders) {
        log.lowerPriority();
        const load = await loadWithCodes(contender.port, codes, { connections, seconds, core, isEachNew, isTls });
        const figures = { ...load, waiting: (await contender.waiting?.()) ?? 0 };
        turns.set(contender, [...(turns.get(contender) ?? []), figures]);
        await contender.drain();
      }
    }
    const medians = contenders.map((contender) => ({ contender, figures: medianOf(turns.get(contender) ?? []) }));
    const base = contenders.length > 1 ? medians[0]?.figures : undefined;
    const how = isEachNew ? `${connections}, new each time` : String(connections);
    for (const { contender, figures } of medians) rows.push(rowOf(contender.name, how, figures, base));
  }
  return rows;
}

function medianOf(turns: readonly Figures[]): Figures {
  const median = (value: (figures: Figures) => number): number => percentile(turns.map(value), 0.5);
  const sum = (value: (figures: Figures) => number): number => turns.reduce((all, turn) => all + value(turn), 0);
  return {
    perSecond: median(({ perSecond }) => perSecond),
    p50: median(({ p50 }) => p50),
    p99: median(({ p99 }) => p99),
    failures: sum(({ failures }) => failures),
    answers: sum(({ answers }) => answers),
    waiting: sum(({ waiting }) => waiting),
  };
}

function rowOf(
  name: string,
  connections: string,
  { perSecond, p50, p99, failures, answers, waiting }: Figures,
  base?: Figures,
): string[] {
  const ratio = (value: number, of?: number): string => (of === undefined ? "" : (value / of).toFixed(2));
  return [
    name,
    connections,
    whole(perSecond),
    ratio(perSecond, base?.perSecond),
    ms(p50),
    ms(p99),
    ratio(p99, base?.p99),
    whole(failures),
    name.startsWith("redirector") ? `${Math.round((100 * waiting) / answers)} %` : "",
  ];
}
