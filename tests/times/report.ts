import { slowerFiles, type Baseline } from "./baseline.ts";
import { type FileTime, type FixtureSum, type GroupTime, type SumOfFiles, wall } from "./times.ts";

/** Times of a full test run; steps in seconds, all others in milliseconds. */
export interface RunTimes {
  readonly steps: readonly { readonly name: string; readonly seconds: number }[];
  readonly groups: readonly GroupTime[];
  readonly projects: readonly SumOfFiles[];
  readonly files: readonly FileTime[];
  readonly fixtures: readonly FixtureSum[];
}

const slowest = 20;
const parts = ["collect", "setup", "hooks", "tests"] as const;

/** Returns the run's times as text, ending with the files that are slower than the baseline. */
export function reportTimes({ steps, groups, projects, files, fixtures }: RunTimes, baseline: Baseline): string {
  const columns = ["files", "wall", "busy", ...parts];
  const sum = (of: SumOfFiles): string[] => [
    String(of.files),
    ...[of.wall, of.busy, ...parts.map((part) => of[part])].map(seconds),
  ];
  const bySlowness = files.toSorted((one, other) => wall(other) - wall(one)).slice(0, slowest);
  const slower = slowerFiles(files, baseline);
  return [
    table(
      ["step", "s"],
      steps.map(({ name, seconds: took }) => [name, took.toFixed(1)]),
    ),
    table(
      ["group", ...columns, "workers", "idle", "cpu"],
      groups.map((of) => [of.name, ...sum(of), String(of.workers), seconds(of.idle), `${Math.round(of.cpu * 100)}%`]),
    ),
    table(
      ["project", ...columns],
      projects.map((of) => [of.name, ...sum(of)]),
    ),
    table(
      ["fixture", "times", "s"],
      fixtures.map(({ name, count, took }) => [name, String(count), seconds(took)]),
    ),
    table(
      ["slowest files", "wall", ...parts],
      bySlowness.map((file) => [file.file, seconds(wall(file)), ...parts.map((part) => seconds(file[part]))]),
    ),
    slower.length === 0
      ? "No file is slower than the baseline."
      : table(
          ["slower than the baseline", "before", "now"],
          slower.map(({ file, before, now }) => [file, before.toFixed(1), now.toFixed(1)]),
        ),
  ].join("\n\n");
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}

/** Formats a table whose first column is text and whose other columns are numbers. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart((widths[at] ?? 0) + 2))).join(""),
    )
    .join("\n");
}
