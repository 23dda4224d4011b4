import { writeFileSync } from "node:fs";
import { countTests } from "./countTests.mjs";

/** Vitest reporter: writes a run's counts, the files that failed and the number of errors between tests to TEST_OUTCOME. */
export default class OutcomeReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const files = modules.filter((module) => !module.ok()).map((module) => module.moduleId);
    const outcome = { ...countTests(modules), files, errors: unhandledErrors.length };
    writeFileSync(process.env.TEST_OUTCOME, JSON.stringify(outcome));
  }
}
