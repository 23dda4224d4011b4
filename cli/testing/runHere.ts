import { commands } from "../commands/all.ts";
import { createPrinter } from "../output/printer.ts";
import { run } from "../run/run.ts";

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface How {
  readonly env: NodeJS.ProcessEnv;
  /** Whether output is a terminal; true by default. */
  readonly isTTY?: boolean;
  readonly signal?: AbortSignal;
  /** Receives output while the command runs. */
  readonly onWrite?: (text: string) => void;
}

/** Runs a command in this process; resolves with its exit code and output. */
export async function runHere(args: readonly string[], { env, isTTY = true, signal, onWrite }: How): Promise<Ran> {
  const said = { stdout: "", stderr: "" };
  const stream = (name: keyof typeof said) => ({
    write(text: string) {
      said[name] += text;
      onWrite?.(text);
    },
    isTTY,
    columns: 100,
  });
  const streams = { stdout: stream("stdout"), stderr: stream("stderr") };
  const out = createPrinter(streams, args.includes("--json"), env);
  const over = signal ?? new AbortController().signal;
  const code = await run(args, { commands, version: "1.2.3", env, out, signal: over });
  return { code, ...said };
}
