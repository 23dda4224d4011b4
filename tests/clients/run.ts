import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

/** How to install a missing program. */
const sources: Readonly<Record<string, string>> = {
  java: "Java 17 is needed. On Debian: apt-get install default-jdk",
  mvn: "Maven is needed. On Debian: apt-get install maven",
  go: "Go 1.24 is needed: https://go.dev/doc/install",
  python3: "Python 3.11 is needed. On Debian: apt-get install python3-venv",
};

export interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs a program to its end. Rejects if it can't be started. */
export async function run(
  cwd: string,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Ended> {
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", () => reject(new Error(sources[program] ?? `${program} can't be started`)));
    child.once("close", resolve);
  });
  const [code, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, output, errors };
}
