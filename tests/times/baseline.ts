import { type FileTime, wall } from "./times.ts";

/** Duration in seconds by file, without those below {@link leastSeconds}. */
export type Baseline = Readonly<Record<string, number>>;

const leastSeconds = 1;

export interface Slower {
  readonly file: string;
  readonly before: number;
  readonly now: number;
}

/** Returns the baseline of a run's times, sorted by file. */
export function toBaseline(files: readonly FileTime[]): Baseline {
  const seconds = files
    .map((file) => [file.file, Math.round(wall(file) / 1000)] as const)
    .filter(([, took]) => took >= leastSeconds);
  return Object.fromEntries(seconds.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Returns files that took over 1.5 times as long as in the baseline, and over 5 s longer, by descending difference. */
export function slowerFiles(files: readonly FileTime[], baseline: Baseline): Slower[] {
  return files
    .map((file) => ({ file: file.file, before: baseline[file.file] ?? leastSeconds, now: wall(file) / 1000 }))
    .filter(({ before, now }) => now > before * 1.5 && now > before + 5)
    .toSorted((one, other) => other.now - other.before - (one.now - one.before));
}
