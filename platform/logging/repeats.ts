import type { LogFn, Logger } from "pino";

/** The same failure is logged again after so many milliseconds at the earliest, and after twice as many each time, if it goes on. */
const firstPauseMs = 60_000;
const longestPauseMs = 60 * 60_000;
/** Failures that are told apart at a time; further ones are all logged. */
const mostKeys = 1000;
/** pino's number of the level `warn`. */
const warn = 40;

interface Repeat {
  count: number;
  readonly log: (repeated: number) => void;
}

/**
 * A hook of pino: a warning or error with the same text, the same failure and the same route or path is logged once; then only how
 * often it was repeated, as `repeated`. `flush` logs what has been counted so far.
 */
export function collapseRepeats() {
  const repeats = new Map<string, Repeat>();

  function summarise(key: string, pauseMs: number): void {
    setTimeout(() => {
      const repeat = repeats.get(key);
      if (!repeat || repeat.count === 0) repeats.delete(key);
      else {
        tell(repeat);
        summarise(key, Math.min(2 * pauseMs, longestPauseMs));
      }
    }, pauseMs).unref();
  }

  function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
    const [first, text]: readonly unknown[] = args;
    const key = level >= warn ? keyOf(first, text) : null;
    const known = key === null ? undefined : repeats.get(key);
    if (known) {
      known.count++;
      return;
    }
    method.apply(this, args);
    if (key === null || repeats.size >= mostKeys) return;
    const log = (repeated: number) => method.call(this, { ...objectOf(first), repeated }, String(text));
    repeats.set(key, { count: 0, log });
    summarise(key, firstPauseMs);
  }

  return {
    logMethod,
    flush(): void {
      for (const repeat of repeats.values()) if (repeat.count > 0) tell(repeat);
    },
  };
}

function tell(repeat: Repeat): void {
  repeat.log(repeat.count);
  repeat.count = 0;
}

/** What a failure has in common with its repetitions; null for a line without one. */
function keyOf(first: unknown, text: unknown): string | null {
  const { err, route, path } = objectOf(first);
  if (!(err instanceof Error) || typeof text !== "string") return null;
  const code = "code" in err ? err.code : "";
  return JSON.stringify([text, err.name, code, err.message.slice(0, 200), route, path]);
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !(value instanceof Error) ? { ...value } : {};
}
