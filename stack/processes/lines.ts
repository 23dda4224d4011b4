import type { Readable } from "node:stream";
import { createInterface } from "node:readline";

/** Calls back with every line of a stream. */
export function eachLine(stream: Readable, onLine: (line: string) => void): void {
  createInterface({ input: stream, crlfDelay: Infinity }).on("line", onLine);
}

/** Stores the last lines added, to explain why a process ended. */
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
