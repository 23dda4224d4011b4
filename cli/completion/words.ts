import type { Argument, Command, Option, Options } from "../command/command.ts";

/** A position in the command line: the words before it, and the words that may follow. */
export interface Place {
  /** Previous words, such as `link`; empty at the beginning. */
  readonly words: string;
  readonly next: readonly { readonly word: string; readonly help: string }[];
}

/** Returns every position where another word of a command may follow. */
export function placesOf(commands: readonly Command[]): Place[] {
  const places = new Map<string, Map<string, string>>();
  for (const { name, summary } of commands) {
    const words = name.split(" ");
    for (const [index, word] of words.entries()) {
      const before = words.slice(0, index).join(" ");
      const next = places.get(before) ?? new Map<string, string>();
      places.set(before, next);
      const isLast = index === words.length - 1;
      if (isLast || !next.has(word)) next.set(word, isLast ? summary : `Commands for ${word}s`);
    }
  }
  return Array.from(places, ([words, next]) => ({ words, next: Array.from(next, ([word, help]) => ({ word, help })) }));
}

export interface CompletedCommand {
  readonly name: string;
  readonly options: readonly (readonly [string, Option])[];
  readonly args: readonly Argument[];
  readonly takesFile: boolean;
}

export function completed(commands: readonly Command[], common: Options): CompletedCommand[] {
  return commands.map(({ name, options, args = [] }) => ({
    name,
    options: Object.entries({ ...options, ...common }),
    args,
    takesFile: args.some(({ isFile }) => isFile),
  }));
}

/** Returns the allowed values of the options that have a fixed set of values, by option such as `--source`. */
export function choicesOf(commands: readonly CompletedCommand[]): Map<string, readonly string[]> {
  const found = commands.flatMap(({ options }) =>
    options.flatMap(([name, { choices }]) => (choices ? [[`--${name}`, choices] as const] : [])),
  );
  return new Map(found);
}
