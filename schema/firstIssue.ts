import type { z } from "zod";

/** What is wrong first, in one short line: a value may be wrong in a thousand places, and a log is no place for all. */
export function firstIssue({ issues: [first] }: z.ZodError): string {
  return `${first?.path.join(".") ?? ""}: ${first?.message ?? "wrong"}`.slice(0, 200);
}
