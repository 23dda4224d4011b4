import { parseEnv } from "@hoplog/platform/env/parseEnv.js";
import { z } from "zod";
import { databases, runTool, withClickHouse } from "../operations/backup/tool.ts";
import { monthLines, rejudge, RejudgeError } from "../analytics/bots/rejudging/rejudge.ts";

const variables = {
  ...databases,
  APPLY: z.enum(["1", ""]).optional().describe("1 applies the changes; otherwise they are only listed"),
  MONTHS: z
    .string()
    .regex(/^(\d{4}-\d{2})(,\d{4}-\d{2})*$/, "expected months such as 2026-10,2026-11")
    .optional(),
};

await runTool(async () => {
  const env = parseEnv(z.object(variables));
  const months = env.MONTHS?.split(",").map((month) => Number(month.replace("-", ""))) ?? null;
  const apply = env.APPLY === "1";
  const printLine = (line: string) => void process.stdout.write(`${line}\n`);
  try {
    await withClickHouse(env, "hoplog rejudge", (clickhouse) =>
      rejudge({
        databaseUrl: env.DATABASE_URL,
        clickhouse,
        apply,
        months,
        onMonth: (result) => monthLines(result).forEach(printLine),
      }),
    );
  } catch (error) {
    if (!(error instanceof RejudgeError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
    return;
  }
  printLine(
    apply
      ? "The months listed above are classified by the current rules, except skipped ones."
      : "Nothing was changed, except months that an earlier run had left unfinished. Set APPLY=1 to apply the changes.",
  );
});
