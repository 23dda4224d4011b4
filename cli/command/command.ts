import type { Client } from "@hoplog/sdk";
import type { Printer } from "../output/printer.ts";

export interface Option {
  readonly type: "string" | "boolean";
  readonly help: string;
  readonly short?: string;
  /** Whether the option may be repeated. */
  readonly multiple?: true;
  readonly choices?: readonly string[];
}

export interface Argument {
  readonly name: string;
  readonly isOptional?: true;
  /** Whether the argument is a file name, for completion. */
  readonly isFile?: true;
  readonly choices?: readonly string[];
}

export type Options = Readonly<Record<string, Option>>;
export type Values = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

/** The parsed command line. */
export interface Call {
  /** Arguments of the command; optional ones may be missing. */
  readonly args: readonly string[];
  readonly values: Values;
}

export interface Context {
  readonly env: NodeJS.ProcessEnv;
  readonly version: string;
  readonly out: Printer;
  /** Aborted by Ctrl-C and SIGTERM, and when the reader of the output closes the pipe. */
  readonly signal: AbortSignal;
  /** Returns a client for the server and key from options, environment or settings. Throws if there is no key. */
  client(): Promise<Client>;
}

export interface Command {
  /** Words that select the command, such as `link create`. */
  readonly name: string;
  readonly summary: string;
  readonly args?: readonly Argument[];
  readonly options?: Options;
  /** Runs the command; resolves with the exit code, 0 by default. */
  run(context: Context, call: Call): Promise<number | void>;
}

/** Thrown if the command line is invalid. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export function textOf(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === "string" ? value : undefined;
}

export function isSet(values: Values, name: string): boolean {
  return values[name] === true;
}

export function listOf(values: Values, name: string): readonly string[] {
  const value = values[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

/**
 * Returns the option's value, a whole number of at least 1 with at most nine digits; undefined if it was not given.
 * Throws UsageError for other values.
 */
export function numberOf(values: Values, name: string): number | undefined {
  const value = textOf(values, name);
  if (value === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new UsageError(`--${name} must be a whole number of at least 1`);
  return Number(value);
}
