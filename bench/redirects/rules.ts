import { availableParallelism } from "node:os";
import { counted } from "@hoplog/schema/counted.js";
import { loader, loadWithCodes } from "../measure/codeLoad.ts";
import { startLinksLog } from "../measure/linksLog.ts";
import { percentile } from "../measure/percentile.ts";
import { startRedirector } from "../measure/redirector.ts";
import { ms, table, whole } from "../measure/table.ts";
import { zipfCodes } from "../measure/zipf.ts";
import { addRuledLinks, ruledPrefix } from "./ruledLinks.ts";

const links = Number(process.env["BENCH_LINKS"] ?? 10_000);
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 3);
const connections = 64;

/** Compares links with five rules with plain ones, on one redirector with one listener on one core, in alternation. */
export async function benchRules(): Promise<string> {
  const canPin = availableParallelism() > 1;
  const core = canPin ? 1 : null;
  const log = await startLinksLog(links);
  try {
    if (canPin) log.keepOn("1");
    await addRuledLinks(log, links);
    const redirector = await startRedirector(log, { cores: canPin ? "0" : null, listeners: 1 });
    await redirector.knows(2 * links);
    const plain = zipfCodes(links, 200_000);
    const contenders = [
      { name: "plain", codes: plain },
      { name: "five rules", codes: plain.map((code) => ruledPrefix + code) },
    ];
    const turns = new Map<string, { perSecond: number[]; p50: number[]; p99: number[]; failures: number }>();
    for (let round = -1; round < rounds; round++) {
      for (const { name, codes } of contenders) {
        log.lowerPriority();
        const load = await loadWithCodes(redirector.port, codes, { connections, seconds, core });
        await redirector.shipped();
        if (round < 0) continue;
        const turn = turns.get(name) ?? { perSecond: [], p50: [], p99: [], failures: 0 };
        turn.perSecond.push(load.perSecond);
        turn.p50.push(load.p50);
        turn.p99.push(load.p99);
        turn.failures += load.failures;
        turns.set(name, turn);
      }
    }
    await redirector.stop();
    const median = (values: readonly number[] = []): number => percentile(values, 0.5);
    const base = median(turns.get("plain")?.perSecond);
    const rows = [...turns].map(([name, { perSecond, p50, p99, failures }]) => [
      name,
      whole(median(perSecond)),
      (median(perSecond) / base).toFixed(2),
      ms(median(p50)),
      ms(median(p99)),
      whole(failures),
    ]);
    return [
      table([`redirects/s at ${counted(connections, "connection")}`, "", "of plain", "p50", "p99", "failed"], rows),
      `${counted(links, "link")} of each kind, Zipf, each with a plan of its own; ${seconds} s a turn, medians of ${counted(rounds, "turn")}; load by ${loader}; one listener on one core`,
    ].join("\n");
  } finally {
    await log.stop();
  }
}
