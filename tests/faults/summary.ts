import type { Done } from "./inject.ts";
import type { Load, Failure } from "./steadyLoad.ts";

/** Milliseconds after a freeze within which waiting visitors are answered or give up. */
const thawMs = 6000;

/** Maximum milliseconds for which a killed redirector may be unavailable, on a busy machine. */
const backMs = 2500;

/**
 * Returns the outage after each kill of a redirector, in milliseconds: from the kill to the first response to a visit
 * that began after the last refusal; 0 if no visit was refused, Infinity if none was answered afterwards.
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

/** Returns the failed visits that no fault of a redirector explains. */
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

/** Returns the numbers of faults by kind and part, such as "kill: api 4, ingest 3". */
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
