import type { Done } from "./inject.ts";
import type { Load, Failure } from "./steadyLoad.ts";

/** After a frozen redirector goes on, visitors that have waited for it are answered or give up within so many milliseconds. */
const thawMs = 6000;

/** The longest that a killed redirector may be away, in milliseconds, on a machine that is busy with everything else. */
const backMs = 2500;

/**
 * How long visits were refused after a redirector was killed, in milliseconds, each time: until one was answered that
 * began after the last refusal; 0 where another one answered all along.
 */
export function outages(done: readonly Done[], load: Load): number[] {
  return kills(done).map(({ from }) => {
    const refused = load.failures.filter(
      (failure) => failure.outcome === "refused" && failure.from >= from && failure.from <= from + backMs,
    );
    const last = Math.max(0, ...refused.map(({ until }) => until));
    return last === 0 ? 0 : (load.firstAnswerSince(last) ?? Infinity) - from;
  });
}

/** Failed visits that no fault of a redirector explains. */
export function unexplained(done: readonly Done[], load: Load): Failure[] {
  const excused = [
    ...kills(done).map(({ from }) => ({ from, until: from + backMs })),
    ...done.filter(isOfRedirector("freeze")).map(({ from, until }) => ({ from, until: until + thawMs })),
  ];
  return load.failures.filter(
    (failure) =>
      failure.outcome === "wrong" || !excused.some(({ from, until }) => failure.from <= until && failure.until >= from),
  );
}

const kills = (done: readonly Done[]): Done[] => done.filter(isOfRedirector("kill"));

function isOfRedirector(kind: Done["kind"]) {
  return (fault: Done): boolean => fault.kind === kind && fault.part.startsWith("redirector");
}

/** Faults by kind and part, as "kill: api 4, ingest 3". */
export function listOf(done: readonly Done[]): string[] {
  const kinds = Object.groupBy(done, ({ kind }) => kind);
  return Object.entries(kinds).map(([kind, faults]) => {
    const parts = Object.entries(Object.groupBy(faults, ({ part }) => part));
    return `${kind}: ${parts.map(([part, some]) => `${part} ${some?.length}`).join(", ")}`;
  });
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
