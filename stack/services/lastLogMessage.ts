import { z } from "zod";

const fatal = z.object({
  level: z.literal("fatal"),
  msg: z.string(),
  err: z.object({ message: z.string() }).optional(),
});

/**
 * Returns why a process ended, in one line: its last fatal log entry, otherwise its last line. Null for an empty log.
 */
export function lastLogMessage(lines: readonly string[]): string | null {
  for (const line of lines.toReversed()) {
    const said = wordsOf(line);
    if (said) return said.err ? `${said.msg}: ${firstLine(said.err.message)}` : said.msg;
  }
  return lines.at(-1) ?? null;
}

function wordsOf(line: string): z.infer<typeof fatal> | undefined {
  try {
    return fatal.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
