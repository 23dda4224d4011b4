import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { type Context, UsageError } from "../command/command.ts";
import { plain } from "../output/plain.ts";

/**
 * Asks a question and resolves with whether the answer is yes; true without asking if `isConfirmed` (the option --yes).
 * Throws UsageError without a terminal.
 */
export async function confirm({ signal }: Context, question: string, isConfirmed: boolean): Promise<boolean> {
  if (isConfirmed) return true;
  if (!process.stdin.isTTY)
    throw new UsageError(`Cannot ask for confirmation without a terminal: use --yes. ${question}`);
  return /^y(es)?$/i.test(await ask(`${plain(question)} [y/N] `, process.stderr, signal));
}

/** Reads a secret, typed without echo or from a pipe. Throws UsageError if a pipe sends more than 4,096 characters. */
export async function readSecret({ signal }: Context, question: string): Promise<string> {
  if (!process.stdin.isTTY) {
    let text = "";
    for await (const chunk of process.stdin) {
      text += chunk;
      if (text.length > 4096) throw new UsageError("Invalid API key");
    }
    return text.trim();
  }
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    return await ask("", nowhere, signal);
  } finally {
    process.stderr.write("\n");
  }
}

/** Reads a line; empty at the end of input. Rejects with an AbortError at Ctrl-C. */
async function ask(question: string, output: NodeJS.WritableStream, signal: AbortSignal): Promise<string> {
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  const ended = new Promise<string>((resolve, reject) => {
    lines.once("SIGINT", () => reject(new DOMException("Interrupted", "AbortError")));
    lines.once("close", () => resolve(""));
  });
  try {
    return (await Promise.race([lines.question(question, { signal }), ended])).trim();
  } finally {
    lines.close();
  }
}
