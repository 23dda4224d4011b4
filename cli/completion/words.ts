import type { Argument, Command, Option, Options } from "../command/command.ts";

/** A place in the command line: the words so far, and what may follow. */
export interface Place {
  /** Such as `link`, or empty at first. */
  readonly words: string;
  readonly next: readonly { readonly word: string; readonly help: string }[];
}

/** Every place where a word of a command follows. */
export function placesOf(commands: readonly Command[]): Place[] {
  const places = new Map<string, Map<string, string>>();
  for (const { name, summary } of commands) {
    const words = name.split(" ");
    for (const [index, word] of words.entries()) {
      const before = words.slice(0, index).join(" ");
      const next = places.get(before) ?? new Map<string, string>();
      places.set(before, next);
      const isLast = index === words.length - 1;
      if (isLast || !next.has(word)) next.set(word, isLast ? summary : `Commands for a ${word}`);
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

/** Values that an option, or the argument of a command, has to choose from. */
export function choicesOf(commands: readonly CompletedCommand[]): Map<string, readonly string[]> {
  const found = commands.flatMap(({ options }) =>
    options.flatMap(([name, { choices }]) => (choices ? [[`--${name}`, choices] as const] : [])),
  );
  return new Map(found);
}
