import { pick, seededRandom } from "@hoplog/stack/demo/random.js";

/**
 * Faults of a part: `freeze` stops its processes without ending them, `cut` and `delay` affect its connections, `fill`
 * fills the spool's disk, and `move` starts an additional ingest and ends it.
 */
export type FaultKind = "kill" | "freeze" | "cut" | "delay" | "fill" | "move";

export interface Fault {
  readonly kind: FaultKind;
  readonly part: string;
  /** Time in milliseconds since the load began. */
  readonly at: number;
  /** Duration in milliseconds; 0 for a kill. */
  readonly lasts: number;
}

export interface PlanSettings {
  readonly seed: number;
  /** Names of the stack's processes: each is killed and frozen. */
  readonly parts: readonly string[];
  /** Engines behind a proxy, whose connections are cut and delayed. */
  readonly engines: readonly string[];
  readonly durationMs: number;
  readonly freezeMs: number;
  /** Milliseconds from one kill to the next. */
  readonly killEveryMs: number;
}

/**
 * Minimum milliseconds between two faults of one part, because the supervisor delays repeated restarts more and more.
 */
const cooldownMs = 12_000;

/**
 * Milliseconds in which a redirector writes its in-memory records once the disk has space: it retries four times a
 * second.
 */
export const drainMs = 2000;

const fillsPerRun = 3;
const movesPerRun = 4;

/**
 * Plans the faults of a run, ordered by time; the same for the same seed. Every part is frozen once and killed at least
 * once; faults of one part don't overlap; and no redirector is killed while the disk is full or shortly after, since
 * its records exist only in memory then.
 */
export function planFaults(settings: PlanSettings): Fault[] {
  const { parts, engines, durationMs, freezeMs } = settings;
  const random = seededRandom(settings.seed);
  const planned: Fault[] = [];
  const randomBelow = (max: number): number => Math.floor(random() * max);
  const plan = (kind: FaultKind, part: string, at: number, lasts: number): boolean => {
    const fault = { kind, part, at, lasts };
    if (at + lasts > durationMs || planned.some((other) => inTheWay(other, fault))) return false;
    planned.push(fault);
    return true;
  };
  const tryFor = (attempt: () => boolean): void => {
    for (let tries = 0; tries < 200; tries++) if (attempt()) return;
  };

  // Two parts are frozen at a time, because freezes would otherwise fill the whole run.
  const freezeIntervalMs = durationMs / Math.ceil(parts.length / 2);
  shuffled(parts, random).forEach((part, index) => {
    plan("freeze", part, Math.floor(index / 2) * freezeIntervalMs + randomBelow(freezeIntervalMs - freezeMs), freezeMs);
  });
  const short = Math.min(10_000, durationMs / 10);
  for (let i = 0; i < fillsPerRun; i++) {
    tryFor(() => plan("fill", "spool", randomBelow(durationMs), short / 2 + randomBelow(short / 2)));
  }
  for (let i = 0; i < movesPerRun; i++) {
    tryFor(() => plan("move", "extra ingest", randomBelow(durationMs), short + randomBelow(short)));
  }
  const kills = Math.floor(durationMs / settings.killEveryMs);
  const everyPartFirst = shuffled(parts, random);
  for (let i = 0; i < kills; i++) {
    const part =
      everyPartFirst[i] ??
      pick(
        parts.map((name) => [1, name] as const),
        random,
      );
    tryFor(() => plan("kill", part, randomBelow(durationMs), 0));
  }
  for (let i = 0; i < kills / 3; i++) {
    const kind = pick(
      [
        [1, "cut"],
        [1, "delay"],
      ] as const,
      random,
    );
    const engine = pick(
      engines.map((name) => [1, name] as const),
      random,
    );
    tryFor(() => plan(kind, `way to ${engine}`, randomBelow(durationMs), short / 5 + randomBelow(short / 2)));
  }
  return planned.toSorted((one, other) => one.at - other.at);
}

function inTheWay(one: Fault, other: Fault): boolean {
  const near = one.at < other.at + other.lasts + cooldownMs && other.at < one.at + one.lasts + cooldownMs;
  if (one.part === other.part) return near;
  // Faults of the two redirectors must not overlap, so that one of them always answers.
  if (isOfRedirector(one) && isOfRedirector(other)) return near;
  return (isFill(one) && losesMemory(one, other)) || (isFill(other) && losesMemory(other, one));
}

const losesMemory = (fill: Fault, { kind, part, at }: Fault): boolean =>
  kind === "kill" && isOfRedirector({ part }) && at >= fill.at && at <= fill.at + fill.lasts + drainMs;

const isFill = ({ kind }: Fault): boolean => kind === "fill";
const isOfRedirector = ({ part }: Pick<Fault, "part">): boolean => part.startsWith("redirector");

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, order: random() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ item }) => item);
}
