import { join } from "node:path";
import { writeQuickProfile } from "../engines/quickProfile.ts";
import { newTestStack } from "./runningStack.ts";
import { saveData } from "./template.ts";

// Starts a stack without data, stops it, and stores its data as the template for all stacks of a test run: node
// --conditions=hoplog-source tests/running/makeTemplate.ts FOLDER
const [folder] = process.argv.slice(2);
if (!folder)
  throw new Error("No folder given. Usage: node --conditions=hoplog-source tests/running/makeTemplate.ts FOLDER");
const testStack = await newTestStack();
try {
  const run = testStack.start({ onNothing: true });
  await run.ready();
  run.child.kill("SIGTERM");
  const how = await run.ended;
  if (how !== 0) throw new Error(`the template's stack exited with code ${how}:\n${run.output()}`);
  writeQuickProfile(join(testStack.dataFolder, "clickhouse"));
  saveData(testStack.dataFolder, folder);
} finally {
  await testStack.clear();
}
