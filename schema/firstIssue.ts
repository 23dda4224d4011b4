import type { z } from "zod";

/** Describes the first problem in one short line: a value may have thousands of problems, too many for a log. */
export function firstIssue({ issues: [first] }: z.ZodError): string {
  return `${first?.path.join(".") ?? ""}: ${first?.message ?? "wrong"}`.slice(0, 200);
}
