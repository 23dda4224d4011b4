import { type CodeLoad, type CodeLoadOptions, loadWithCodes } from "../measure/codeLoad.ts";
import type { LinksLog } from "../measure/linksLog.ts";
import { percentile } from "../measure/percentile.ts";
import { loadByResumed } from "../measure/resumedLoad.ts";
import { ms, whole } from "../measure/table.ts";

/** A server under comparison. */
export interface Contender {
  readonly name: string;
  readonly port: number;
  /** Waits until recorded clicks are sent, or deletes them, so that the next contender is not slowed down. */
  readonly drain: () => Promise<void>;
  /** Returns the number of recorded clicks that are not sent yet. */
  readonly waiting?: () => Promise<number>;
}

export interface Load {
  readonly counts: readonly number[];
  /** Whether each request uses a new connection. */
  readonly isEachNew: boolean;
  /** Whether new connections use TLS with a full handshake; `isResumed` resumes a session instead. */
  readonly isTls?: boolean;
  readonly isResumed?: boolean;
}

/** Settings for alternating measurements of contenders. */
export interface Turns {
  readonly rounds: number;
  readonly seconds: number;
  readonly codes: readonly string[];
  /** Core that the load is pinned to; null for any. */
  readonly core: number | null;
  readonly log: Pick<LinksLog, "lowerPriority">;
}

interface Figures extends CodeLoad {
  /** Number of recorded clicks that are not sent at the end; null if the contender sends none. */
  readonly waiting: number | null;
}

/**
 * Returns table rows with medians of interleaved measurements: name, connections, rate, its ratio to the first
 * contender's rate, p50, p99 and its ratio, failures, and the share of clicks that are not sent at the end.
 */
export async function compare(
  contenders: readonly Contender[],
  { counts, isEachNew, isTls = false, isResumed = false }: Load,
  { rounds, seconds, codes, core, log }: Turns,
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
        const options: CodeLoadOptions = { connections, seconds, core, isEachNew, isTls };
        const load = isResumed
          ? await loadByResumed(contender.port, codes[0] ?? "", options)
          : await loadWithCodes(contender.port, codes, options);
        const figures = { ...load, waiting: (await contender.waiting?.()) ?? null };
        turns.set(contender, [...(turns.get(contender) ?? []), figures]);
        await contender.drain();
      }
    }
    const medians = contenders.map((contender) => ({ contender, figures: medianOf(turns.get(contender) ?? []) }));
    const base = contenders.length > 1 ? medians[0]?.figures : undefined;
    const how = `${connections}${isEachNew ? ", new each time" : ""}${isResumed ? ", resumed" : ""}`;
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
    waiting: turns.some(({ waiting }) => waiting === null) ? null : sum(({ waiting }) => waiting ?? 0),
  };
}

function rowOf(
  name: string,
  connections: string,
  { perSecond, p50, p99, failures, answers, waiting }: Figures,
  base?: Figures,
): string[] {
  // The load generator for resumed connections does not report latencies.
  const time = (value: number): string => (Number.isNaN(value) ? "" : ms(value));
  const ratio = (value: number, of = Number.NaN): string => (Number.isNaN(value / of) ? "" : (value / of).toFixed(2));
  return [
    name,
    connections,
    whole(perSecond),
    ratio(perSecond, base?.perSecond),
    time(p50),
    time(p99),
    ratio(p99, base?.p99),
    whole(failures),
    waiting === null ? "" : `${Math.round((100 * waiting) / answers)} %`,
  ];
}
