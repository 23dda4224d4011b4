import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Engines of tests run too briefly to benefit from compiling expressions to machine code, and their results are small.
 */
const quick = {
  compile_expressions: 0,
  compile_aggregate_expressions: 0,
  compile_sort_description: 0,
  output_format_parallel_formatting: 0,
  local_filesystem_read_method: "pread",
};

/** Writes settings into the folder of a ClickHouse before it starts: with them, queries of tests take less CPU time. */
export function writeQuickProfile(engineFolder: string, more: Readonly<Record<string, number>> = {}): void {
  const folder = join(engineFolder, "users.d");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const settings = Object.entries({ ...quick, ...more }).map(([name, value]) => `<${name}>${value}</${name}>`);
  writeFileSync(
    join(folder, "tests.xml"),
    `<clickhouse><profiles><default>${settings.join("")}</default></profiles></clickhouse>\n`,
    { mode: 0o600 },
  );
}
