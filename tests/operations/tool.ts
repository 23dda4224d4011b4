import { spawn } from "node:child_process";
import { repositoryRoot } from "@hoplog/stack/root.js";
import type { TestStack } from "../running/runningStack.ts";

export interface ToolResult {
  readonly code: number | null;
  readonly output: string;
}

/** Runs one of stack/boot's commands on a stack's data, as `make` does it, but for the build. */
export async function runTool(
  testStack: TestStack,
  name: string,
  env: NodeJS.ProcessEnv = {},
  args: readonly string[] = [],
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
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, output };
}
