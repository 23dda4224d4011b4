import type { LogFn, Logger } from "pino";

/**
 * Minimum milliseconds before the same error is logged again; the pause doubles each time while the error continues.
 */
const firstPauseMs = 60_000;
const longestPauseMs = 60 * 60_000;
/** Maximum number of different errors that are tracked at a time; further ones are always logged. */
const mostKeys = 1000;
/** pino's number for the level `warn`. */
const warn = 40;

interface Repeat {
  count: number;
  readonly log: (repeated: number) => void;
}

/**
 * Creates a pino hook that logs a warning or error with the same text, error and route or path only once, and later
 * only the number of its repetitions, as `repeated`. `flush` logs the current counts.
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

/** Returns a key that repetitions of the same error have in common; null if a line has no error. */
function keyOf(first: unknown, text: unknown): string | null {
  const { err, route, path } = objectOf(first);
  if (!(err instanceof Error) || typeof text !== "string") return null;
  const code = "code" in err ? err.code : "";
  return JSON.stringify([text, err.name, code, err.message.slice(0, 200), route, path]);
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !(value instanceof Error) ? { ...value } : {};
}
