import { plain, plainJson, plainLines } from "./plain.ts";

export interface Failure {
  readonly type: string;
  readonly message: string;
  readonly [detail: string]: unknown;
}

/** Output of commands. Untrusted text must go through {@link plain} first. */
export interface Printer {
  readonly isJson: boolean;
  /** Line width in characters; undefined if the output is not a terminal. */
  readonly width: number | undefined;
  /** Writes text to the output unchanged. */
  write(text: string): void;
  line(text: string): void;
  json(value: unknown): void;
  /** Writes one JSON value per line, for streams. */
  jsonLine(value: unknown): void;
  /** Writes a note that is not part of the result. */
  note(text: string): void;
  /** Replaces the previous progress; writes nothing if the output is not a terminal. */
  progress(text: string): void;
  error(failure: Failure, hint?: string): void;
  dim(text: string): string;
  bold(text: string): string;
}

export interface Stream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export interface Streams {
  readonly stdout: Stream;
  readonly stderr: Stream;
}

export function createPrinter({ stdout, stderr }: Streams, isJson: boolean, env: NodeJS.ProcessEnv): Printer {
  const hasColour = stdout.isTTY && !env["NO_COLOR"] && env["TERM"] !== "dumb";
  let progressLength = 0;
  const clear = () => {
    if (progressLength > 0) stderr.write(`\r${" ".repeat(progressLength)}\r`);
    progressLength = 0;
  };
  const write = (text: string) => {
    clear();
    stdout.write(text);
  };
  const paint = (code: number) => (text: string) => (hasColour ? `\u001B[${code}m${text}\u001B[0m` : text);
  return {
    isJson,
    width: stdout.isTTY ? stdout.columns : undefined,
    write,
    line: (text) => write(`${text}\n`),
    json: (value) => write(`${plainJson(value, 2)}\n`),
    jsonLine: (value) => write(`${plainJson(value)}\n`),
    note(text) {
      clear();
      stderr.write(`${plainLines(text)}\n`);
    },
    progress(text) {
      if (!stderr.isTTY || isJson) return;
      clear();
      const line = plain(text).slice(0, (stderr.columns || 80) - 1);
      stderr.write(line);
      progressLength = line.length;
    },
    error(failure, hint) {
      clear();
      const text = [plain(failure.message), ...(hint ? [plainLines(hint)] : [])].join("\n");
      stderr.write(`${isJson ? plainJson({ error: failure }) : text}\n`);
    },
    dim: paint(2),
    bold: paint(1),
  };
}
