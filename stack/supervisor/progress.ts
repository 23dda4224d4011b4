/** Reports progress, one line at a time. */
export interface Progress {
  /** Reports the status of one part. */
  part(name: string, status: string): void;
  /** Prints lines as one block. */
  print(...lines: string[]): void;
}

/** Writes progress to a stream, with part names in a column. */
export function progressOn(stream: NodeJS.WritableStream): Progress {
  // Errors are ignored, because the reader of the output may have exited (`make up | head`), which is no reason to end.
  stream.on("error", () => undefined);
  return {
    part: (name, status) => void stream.write(`  ${name.padEnd(12)} ${status}\n`),
    print: (...lines) => void stream.write(`${lines.join("\n")}\n`),
  };
}

/** Formats milliseconds as seconds. */
export function seconds(duration: number): string {
  return `${(duration / 1000).toFixed(1)} s`;
}
