import { z } from "zod";
import { verdictFields, verdictKinds, type WorkspaceRules } from "./workspaceRules.ts";

/** The rules as stored in Postgres. Later releases may store additional fields. */
export const storedWorkspaceRules: z.ZodType<WorkspaceRules> = z.object({
  verdicts: z.array(z.object({ field: z.enum(verdictFields), value: z.string(), verdict: z.enum(verdictKinds) })),
  addresses: z.array(z.string()),
  parameter: z.object({ name: z.string(), value: z.string() }).nullable(),
});
