import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { type Context, UsageError } from "../command/command.ts";
import { plain } from "../output/plain.ts";

/** Whether the person says yes. Where there is nobody to ask it has to be said beforehand. */
export async function confirm({ signal }: Context, question: string, isSaid: boolean): Promise<boolean> {
  if (isSaid) return true;
  if (!process.stdin.isTTY) throw new UsageError(`Nobody can be asked: say --yes. ${question}`);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await lines.question(`${plain(question)} [y/N] `, { signal })).trim());
  } finally {
    lines.close();
  }
}

/** A secret: typed without being shown, or from a pipe. */
export async function readSecret({ signal }: Context, question: string): Promise<string> {
  if (!process.stdin.isTTY) {
    let text = "";
    for await (const chunk of process.stdin) {
      text += chunk;
      if (text.length > 4096) throw new UsageError("That is no key");
    }
    return text.trim();
  }
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return (await lines.question("", { signal })).trim();
  } finally {
    lines.close();
    process.stderr.write("\n");
  }
}
