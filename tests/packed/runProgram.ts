import { spawn } from "node:child_process";
import { delimiter, dirname, join } from "node:path";

export interface Outcome {
  /** The exit code, or the signal's name. */
  readonly ended: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly pid: number;
  stdout(): string;
  stderr(): string;
  kill(signal: NodeJS.Signals): void;
  /** Writes to the standard input, which stays open unless `input` was given. */
  send(text: string): void;
  end(): void;
  readonly outcome: Promise<Outcome>;
}

export interface How {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly input?: string | undefined;
}

/** Starts a program from the folder's node_modules, or an installed one. */
export function start(program: string, args: readonly string[], { folder, env, input }: How): Running {
  const path = [join(folder, "node_modules", ".bin"), dirname(process.execPath), process.env["PATH"]].join(delimiter);
  const child = spawn(program, args, { cwd: folder, env: { PATH: path, HOME: folder, ...env } });
  const said = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => (said.stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (said.stderr += chunk.toString()));
  // The program may end before it has read all of its input.
  child.stdin.on("error", () => {});
  if (input !== undefined) child.stdin.end(input);
  return {
    pid: child.pid ?? 0,
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    kill: (signal) => void child.kill(signal),
    send: (text) => void child.stdin.write(text),
    end: () => void child.stdin.end(),
    outcome: new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code, signal) => resolve({ ended: code ?? signal ?? "", ...said }));
    }),
  };
}
