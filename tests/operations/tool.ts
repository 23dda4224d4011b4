import { spawn } from "node:child_process";
import { setImmediate } from "node:timers/promises";
import { repositoryRoot } from "@hoplog/stack/root.js";
import type { TestStack } from "../running/runningStack.ts";

/** Polled condition: the tool is killed (SIGKILL) as soon as the condition is true. */
export type KilledWhen = () => Promise<boolean>;

export interface ToolResult {
  readonly code: number | null;
  readonly output: string;
}

/** Runs one of stack/boot's commands on a stack's data, like `make`, but without building. */
export async function runTool(
  testStack: TestStack,
  name: string,
  env: NodeJS.ProcessEnv = {},
  args: readonly string[] = [],
  killedWhen?: KilledWhen,
): Promise<ToolResult> {
  const child = spawn(process.execPath, ["stack/dist/boot/tool.js", name, ...args], {
    cwd: repositoryRoot,
    env: {
      ...process.env,
      HOPLOG_DATA: testStack.dataFolder,
      APP_PORT: String(testStack.appPort),
      SHORT_PORT: String(testStack.shortPort),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    // The tool has a separate process group, so that its children are killed together with it.
    detached: killedWhen !== undefined,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  if (killedWhen) {
    while (child.exitCode === null && !(await killedWhen())) await setImmediate();
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  }
  const code = await closed;
  return { code, output };
}
