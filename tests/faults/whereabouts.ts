import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { TestStack } from "../running/runningStack.ts";
import { clickHouseOf, openBooks } from "./figures.ts";
import type { Load } from "./steadyLoad.ts";

/**
 * Reports where uncounted clicks may be: files in the spool, the times they are missing from, and the services'
 * warnings.
 */
export async function whereabouts(testStack: TestStack, load: Load): Promise<string> {
  const books = openBooks(clickHouseOf(testStack));
  const rows = await books.bySecond();
  await books.close();
  const answers = new Map<number, number>();
  for (const { until } of load.answersSince(0)) {
    const second = Math.floor(until / 1000);
    answers.set(second, (answers.get(second) ?? 0) + 1);
  }
  const short = [...answers].flatMap(([second, answered]) => {
    const counted = rows.get(second) ?? 0;
    return counted < 0.8 * answered ? [`${new Date(second * 1000).toISOString()}: ${counted} of ${answered}`] : [];
  });
  return [
    "seconds with fewer rows than answers:",
    ...short,
    "in the spool:",
    ...filesBelow(join(testStack.dataFolder, "spool")),
    "in the logs:",
    ...warnings(join(testStack.dataFolder, "logs")),
  ].join("\n");
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).map(
    (file) => `${file} ${statSync(join(folder, file), { throwIfNoEntry: false })?.size} bytes`,
  );
}

/** Returns the last warnings and errors in each log file of a redirector or an ingest. */
function warnings(folder: string): string[] {
  const files = readdirSync(folder).filter((file) => /^(?:redirector|ingest)/.test(file));
  return files.flatMap((file) => {
    const lines = readFileSync(join(folder, file), "utf8").split("\n");
    const warned = lines.filter((line) => /"level":(?:[456]0|"(?:warn|error|fatal)")|^\s*(?:WARN|ERROR)/.test(line));
    return [`${file}:`, ...warned.slice(-40).map((line) => line.slice(0, 400))];
  });
}
