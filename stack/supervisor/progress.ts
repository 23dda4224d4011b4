/** Says what happens, a line at a time. */
export interface Progress {
  /** One part's status. */
  part(name: string, status: string): void;
  /** Several lines that belong together, set off from the rest. */
  say(...lines: string[]): void;
}

/** Writes to a stream, each part's name in a column of its own. */
export function progressOn(stream: NodeJS.WritableStream): Progress {
  // Whoever read our output may be gone (`make up | head`); that's no reason to end.
  stream.on("error", () => undefined);
  return {
    part: (name, status) => void stream.write(`  ${name.padEnd(12)} ${status}\n`),
    say: (...lines) => void stream.write(`${lines.join("\n")}\n`),
  };
}

/** A duration in milliseconds for people, in seconds. */
export function seconds(duration: number): string {
  return `${(duration / 1000).toFixed(1)} s`;
}
