import type { Readable } from "node:stream";
import { createInterface } from "node:readline";

/** Calls back with every line of a stream. */
export function eachLine(stream: Readable, onLine: (line: string) => void): void {
  createInterface({ input: stream, crlfDelay: Infinity }).on("line", onLine);
}

/** Remembers the last lines it was given, to explain why something ended. */
export function lastLines(limit: number): { add(line: string): void; text(): string } {
  const lines: string[] = [];
  return {
    add(line) {
      lines.push(line);
      if (lines.length > limit) lines.shift();
    },
    text: () => lines.join("\n"),
  };
}
