import { commands } from "../commands/all.ts";
import { createPrinter } from "../output/printer.ts";
import { run } from "../run/run.ts";
import manifest from "../package.json" with { type: "json" };

const { stdout, stderr, env, argv } = process;
const over = new AbortController();
let isUnread = false;

// If the reader of the output closes the pipe, as `head` does, the program ends without a failure.
for (const stream of [stdout, stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    isUnread = true;
    over.abort();
  });
}
process.on("SIGTERM", () => over.abort());
process.once("SIGINT", () => {
  over.abort();
  // A second Ctrl-C exits immediately.
  process.once("SIGINT", () => process.exit(130));
});

const args = argv.slice(2);
const out = createPrinter({ stdout, stderr }, args.includes("--json"), env);
const code = await run(args, { commands, version: manifest.version, env, out, signal: over.signal });
process.exitCode = isUnread ? 0 : code;
// Exits explicitly, because a prompt or a browser's connection would keep the process alive.
if (over.signal.aborted) process.exit();
