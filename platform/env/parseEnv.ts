import type { z } from "zod";

export interface EnvProblem {
  readonly variable: string;
  readonly problem: string;
}

/**
 * Thrown if settings are missing or malformed. The message lists `problems`; invalid networks and the sslmode of
 * Postgres are the only values of settings of this package that it contains.
 */
export class EnvError extends Error {
  readonly problems: readonly EnvProblem[];

  constructor(problems: readonly EnvProblem[]) {
    super(["Invalid settings:", ...problems.map(({ variable, problem }) => `  ${variable}: ${problem}`)].join("\n"));
    this.name = "EnvError";
    this.problems = problems;
  }
}

/**
 * Parses settings once, at the start of a service. A variable that is set but empty counts as not set, so that `FOO=`
 * in a file means the default. Throws an {@link EnvError}.
 */
export function parseEnv<S extends z.ZodType>(schema: S, env: NodeJS.ProcessEnv = process.env): z.output<S> {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const result = schema.safeParse(set);
  if (result.success) return result.data;
  throw new EnvError(
    result.error.issues.map((issue) => ({
      variable: String(issue.path[0] ?? "settings"),
      problem:
        issue.path[0] !== undefined && set[String(issue.path[0])] === undefined
          ? missing(issue.message)
          : issue.message,
    })),
  );
}

function missing(expected: string): string {
  return expected.startsWith("Invalid input") ? "must be set" : `must be set: ${expected}`;
}
