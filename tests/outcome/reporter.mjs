import { writeFileSync } from "node:fs";
import { countTests } from "./countTests.mjs";
import { fileOfDeadWorker } from "./runAgain.mjs";

/**
 * Vitest reporter: writes a run's counts, the files that failed or whose worker died, and the number of other errors
 * between tests to the file TEST_OUTCOME.
 */
export default class OutcomeReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const failed = modules.filter((module) => !module.ok()).map((module) => module.moduleId);
    const killed = unhandledErrors.map(fileOfDeadWorker);
    const outcome = {
      ...countTests(modules),
      files: [...new Set([...failed, ...killed.filter((file) => file !== null)])],
      errors: killed.filter((file) => file === null).length,
    };
    writeFileSync(process.env.TEST_OUTCOME, JSON.stringify(outcome));
  }
}
