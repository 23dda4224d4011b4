import { cpus, totalmem } from "node:os";
import { benchCalls } from "../calls/calls.ts";
import { benchLive } from "../live/live.ts";
import { startStack, type BenchStack } from "../measure/stack.ts";

const sections: Readonly<Record<string, (stack: BenchStack) => Promise<string>>> = { live: benchLive, api: benchCalls };

/** Runs all sections, or those that are named, each on a fresh stack: figures of one run compare with each other alone. */
const chosen = process.argv.slice(2);
const unknown = chosen.find((name) => !(name in sections));
if (unknown) throw new Error(`no section is called ${unknown}; there are: ${Object.keys(sections).join(", ")}`);

console.log(
  `${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`,
);
for (const [name, section] of Object.entries(sections)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const stack = await startStack();
  try {
    console.log(`\n${await section(stack)}`);
  } finally {
    await stack.stop();
  }
}
process.exit();
