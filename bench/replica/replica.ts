import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { counted } from "@hoplog/schema/counted.js";
import { loadWithCodes } from "../measure/codeLoad.ts";
import { startLinksLog } from "../measure/linksLog.ts";
import { memoryOf, type Memory, watchMemory } from "../measure/process.ts";
import { startRedirector } from "../measure/redirector.ts";
import { table, whole } from "../measure/table.ts";
import { zipfCodes } from "../measure/zipf.ts";

const links = Number(process.env["BENCH_LINKS"] ?? 10_000_000);

/** Measures a redirector that builds its replica from a long `links.v2`, and then that redirector under load. */
export async function benchReplica(): Promise<string> {
  const log = await startLinksLog(links);
  try {
    const readMs = await measureApart("readLog.js", log.databaseUrl, links);
    const appendMs = await measureApart("rawAppend.js", log.folder, links);

    const begunAt = performance.now();
    const redirector = await startRedirector(log, { cores: null, listeners: 1 });
    const peak = watchMemory(redirector.pid);
    await redirector.knows(links * 0.999_999);
    const buildMs = performance.now() - begunAt;
    const built = peak();

    const perSecond = await measureApart("lookUps.js", redirector.replicaFolder, links);
    const [listener = 0] = redirector.listeners();
    const load = await loadWithCodes(redirector.port, zipfCodes(links, 50_000), {
      connections: 64,
      seconds: 5,
      core: null,
    });
    const serving = memoryOf(listener);
    const feeding = memoryOf(redirector.pid);
    await redirector.stop();

    const floor = readMs + appendMs;
    const row = (what: string, value: string, of = "", memory?: Memory): string[] => [
      what,
      value,
      of,
      memory ? megabytes(memory.own) : "",
      memory ? megabytes(memory.files) : "",
    ];
    return table(
      [`replica of ${counted(links, "link")}`, "", "of the floor", "memory", "pages of files"],
      [
        row("read the log with the same driver, and nothing else", seconds(readMs)),
        row("write as many values to LMDB as they are, in order", seconds(appendMs)),
        row("build, from the start of the process (peak)", seconds(buildMs), (buildMs / floor).toFixed(2), built),
        row("look-ups/s, Zipf, one after the other", whole(perSecond)),
        row("feeding process at rest", "", "", feeding),
        row(`listener after ${whole(load.perSecond)} redirects/s`, "", "", serving),
      ],
    );
  } finally {
    await log.stop();
  }
}

async function measureApart(script: string, ...args: (string | number)[]): Promise<number> {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), args.map(String));
  const [value] = await once(child, "message");
  await once(child, "exit");
  return Number(value);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function megabytes(bytes: number): string {
  return `${whole(bytes / 1e6)} MB`;
}
