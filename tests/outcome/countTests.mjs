/** Counts the tests of a run's modules. A file that could not be loaded contains no tests and counts as one failure. */
export function countTests(modules) {
  let passed = 0;
  let failed = 0;
  for (const module of modules) {
    const states = [...module.children.allTests()].map((test) => test.result().state);
    const failures = states.filter((state) => state === "failed").length;
    passed += states.filter((state) => state === "passed").length;
    failed += failures || module.ok() ? failures : 1;
  }
  return { passed, failed };
}
