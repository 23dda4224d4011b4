import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join, relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import type { FileTime, GroupCpu } from "./times.ts";

interface CpuClock {
  readonly idle: number;
  readonly all: number;
}

/**
 * Vitest reporter: writes the times of a run's files and the machine's load by group to `tests.json` in the folder
 * TEST_TIMES.
 */
export default class TimesReporter implements Reporter {
  readonly #startedAt = new Map<string, number>();
  readonly #groups = new Map<number, { workers: number; first: CpuClock; last: CpuClock }>();
  readonly #files: FileTime[] = [];

  onTestModuleQueued(module: TestModule): void {
    const { sequence, maxWorkers } = module.project.config;
    this.#startedAt.set(module.id, Date.now());
    if (this.#groups.has(sequence.groupOrder)) return;
    const now = cpuClock();
    this.#groups.set(sequence.groupOrder, { workers: maxWorkers, first: now, last: now });
  }

  onTestModuleEnd(module: TestModule): void {
    const times = module.diagnostic();
    const { groupOrder } = module.project.config.sequence;
    const group = this.#groups.get(groupOrder);
    if (group) group.last = cpuClock();
    let tests = 0;
    for (const test of module.children.allTests()) tests += test.diagnostic()?.duration ?? 0;
    this.#files.push({
      file: relative(module.project.vitest.config.root, module.moduleId),
      project: module.project.name,
      group: groupOrder,
      worker: times.concurrencyId,
      startedAt: this.#startedAt.get(module.id) ?? Date.now(),
      endedAt: Date.now(),
      collect: times.collectDuration,
      setup: times.environmentSetupDuration + times.prepareDuration + times.setupDuration,
      // The sum of tests that run concurrently can exceed the duration of their file.
      hooks: Math.max(0, times.duration - tests),
      tests: Math.min(tests, times.duration),
    });
  }

  onTestRunEnd(): void {
    const folder = process.env["TEST_TIMES"];
    if (!folder) throw new Error("TEST_TIMES is not set. Set it to the folder for the measured times");
    const groups = [...this.#groups].map(([group, { workers, first, last }]): GroupCpu => {
      const all = last.all - first.all;
      return { group, workers, cpu: all === 0 ? 0 : 1 - (last.idle - first.idle) / all };
    });
    writeFileSync(join(folder, "tests.json"), JSON.stringify({ groups, files: this.#files }));
  }
}

/** Returns the idle and the total CPU time of all cores since the machine started. */
function cpuClock(): CpuClock {
  let idle = 0;
  let all = 0;
  for (const { times } of cpus()) {
    idle += times.idle;
    all += times.user + times.nice + times.sys + times.irq + times.idle;
  }
  return { idle, all };
}
