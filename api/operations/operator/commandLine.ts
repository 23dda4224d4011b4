import { parseArgs } from "node:util";
import type { Operator, OperatorServices } from "./operator.ts";

/** Context of a command. */
export interface OperatorRun {
  readonly services: OperatorServices;
  readonly operator: Operator;
  /** The base of short links. */
  readonly shortUrl: string;
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
}

/** A command line that can't be parsed. */
export class UsageError extends Error {}
/** A valid command that can't be executed. */
export class Refused extends Error {}

const options = {
  reason: { type: "string" },
  user: { type: "string" },
  link: { type: "string" },
  since: { type: "string" },
  limit: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** The options that the command line contains, by name. */
export type Values = { readonly [K in Exclude<keyof typeof options, "help">]?: string | undefined };

/** Parses a command line. Throws a {@link UsageError} for unknown options. */
export function read(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Throws a {@link UsageError} for options that this command does not have. */
export function allow(given: Values, names: readonly (keyof Values)[]): void {
  const wrong = Object.keys(given).find((name) => !names.some((known) => known === name));
  if (wrong !== undefined) throw new UsageError(`This command does not accept --${wrong}.`);
}

/** Returns the only argument. Throws a {@link UsageError} if there is none, or more than one. */
export function only(rest: readonly string[], what: string): string {
  const [one, ...more] = rest;
  if (one === undefined || one.trim() === "" || more.length > 0) throw new UsageError(`Provide one ${what}.`);
  return one;
}

type Target = "user" | "link" | "host";

const targetKinds = { user: "EMAIL|ID", link: "CODE|URL|ID", host: "HOST" } as const;

/** Parses the kind and the name of a target. Throws a {@link UsageError}. */
export function target(rest: readonly string[]): { what: Target; which: string } {
  const [what, ...more] = rest;
  if (what !== "user" && what !== "link" && what !== "host")
    throw new UsageError("Provide one of user, link and host.");
  return { what, which: only(more, targetKinds[what]) };
}
