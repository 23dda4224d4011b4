import type { FixtureTime } from "@hoplog/platform/testing/timed.js";

/** One test file's times in milliseconds; `startedAt` and `endedAt` are Unix times. */
export interface FileTime {
  readonly file: string;
  readonly project: string;
  readonly group: number;
  /** Number of the worker within its group. */
  readonly worker: number;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Time for importing the file and its dependencies. */
  readonly collect: number;
  /** Time for the environment and setup files. */
  readonly setup: number;
  readonly hooks: number;
  readonly tests: number;
}

export interface GroupCpu {
  readonly group: number;
  readonly workers: number;
  /** Share of the machine's cores that were in use while the group ran, by any program. */
  readonly cpu: number;
}

/** Sums over the files of a group or a project. */
export interface SumOfFiles {
  readonly name: string;
  readonly files: number;
  readonly wall: number;
  readonly busy: number;
  readonly collect: number;
  readonly setup: number;
  readonly hooks: number;
  readonly tests: number;
}

export interface GroupTime extends SumOfFiles {
  readonly workers: number;
  /** Idle time of the workers: workers × wall − busy. */
  readonly idle: number;
  readonly cpu: number;
}

/** Number and total duration of the fixtures of one kind, in a run or in a file. */
export interface FixtureSum {
  readonly name: string;
  readonly count: number;
  readonly took: number;
}

/** Returns the time from a file's start to its end. */
export function wall({ startedAt, endedAt }: FileTime): number {
  return endedAt - startedAt;
}

/** Returns sums by group, in the order of the groups. */
export function sumGroups(files: readonly FileTime[], cpus: readonly GroupCpu[]): GroupTime[] {
  return cpus
    .toSorted((one, other) => one.group - other.group)
    .map(({ group, workers, cpu }) => {
      const sum = sumFiles(
        String(group),
        files.filter((file) => file.group === group),
      );
      return { ...sum, workers, cpu, idle: workers * sum.wall - sum.busy };
    });
}

/** Returns sums by project, in the order in which the projects started. */
export function sumProjects(files: readonly FileTime[]): SumOfFiles[] {
  const byProject = Map.groupBy(files, ({ project }) => project);
  return [...byProject].map(([project, own]) => sumFiles(project, own));
}

function sumFiles(name: string, files: readonly FileTime[]): SumOfFiles {
  const sum = (of: (file: FileTime) => number): number => files.reduce((total, file) => total + of(file), 0);
  const from = Math.min(...files.map(({ startedAt }) => startedAt));
  const to = Math.max(...files.map(({ endedAt }) => endedAt));
  return {
    name,
    files: files.length,
    wall: files.length === 0 ? 0 : to - from,
    busy: sum(wall),
    collect: sum(({ collect }) => collect),
    setup: sum(({ setup }) => setup),
    hooks: sum(({ hooks }) => hooks),
    tests: sum(({ tests }) => tests),
  };
}

/** Returns sums of fixtures by name, the longest first. */
export function sumFixtures(fixtures: readonly FixtureTime[]): FixtureSum[] {
  return [...Map.groupBy(fixtures, ({ name }) => name)]
    .map(([name, own]) => ({ name, count: own.length, took: own.reduce((total, { took }) => total + took, 0) }))
    .toSorted((one, other) => other.took - one.took);
}

/** Returns each file's fixtures: those that ended in its worker while it ran. */
export function fixturesByFile(
  files: readonly FileTime[],
  fixtures: readonly FixtureTime[],
): Map<string, FixtureSum[]> {
  const byFile = Map.groupBy(
    fixtures,
    ({ worker, endedAt }) =>
      files.find((file) => file.worker === worker && file.startedAt <= endedAt && endedAt <= file.endedAt)?.file ?? "",
  );
  return new Map([...byFile].map(([file, own]) => [file, sumFixtures(own)]));
}
