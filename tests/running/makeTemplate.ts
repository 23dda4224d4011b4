import { join } from "node:path";
import { writeQuickProfile } from "../engines/quickProfile.ts";
import { newTestStack } from "./runningStack.ts";
import { saveData } from "./template.ts";

// Starts a stack on nothing, stops it, and keeps its data for the starts of a whole run of tests:
//   node --conditions=hoplog-source tests/running/makeTemplate.ts FOLDER
const [folder] = process.argv.slice(2);
if (!folder) throw new Error("Where to? Name a folder");
const testStack = await newTestStack();
try {
  const run = testStack.start({ onNothing: true });
  await run.ready();
  run.child.kill("SIGTERM");
  const how = await run.ended;
  if (how !== 0) throw new Error(`the stack ended with ${how}:\n${run.output()}`);
  writeQuickProfile(join(testStack.dataFolder, "clickhouse"));
  saveData(testStack.dataFolder, folder);
} finally {
  await testStack.clear();
}
