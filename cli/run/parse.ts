import { parseArgs } from "node:util";
import { type Call, type Command, type Options, UsageError } from "../command/command.ts";

/** Options of every command. */
export const commonOptions: Options = {
  json: { type: "boolean", help: "Print JSON, also for errors" },
  url: { type: "string", help: "URL of the hoplog server (or HOPLOG_URL)" },
  workspace: { type: "string", help: "ID of the workspace to use" },
  help: { type: "boolean", short: "h", help: "Show help for a command" },
};

export interface Asked extends Call {
  readonly command: Command;
}

/** Returns the command that the arguments name; undefined if none. */
export function commandIn(args: readonly string[], commands: readonly Command[]): Command | undefined {
  const { positionals } = parseArgs({
    args: [...args],
    options: commonOptions,
    allowPositionals: true,
    strict: false,
  });
  return commands
    .filter(({ name }) => name.split(" ").every((word, index) => word === positionals[index]))
    .toSorted((a, b) => b.name.length - a.name.length)[0];
}

/** Parses a command's arguments; throws UsageError if one is unknown, missing or invalid. */
export function parse(args: readonly string[], command: Command): Call {
  const options = { ...commonOptions, ...command.options };
  const { values, positionals } = read(args, options);
  const given = positionals.slice(command.name.split(" ").length);
  const taken = command.args ?? [];
  const missing = taken.slice(given.length).find(({ isOptional }) => !isOptional);
  if (values["help"] !== true) {
    if (missing) throw new UsageError(`Missing argument ${missing.name}`);
    if (given.length > taken.length) throw new UsageError(`Unexpected argument ${given[taken.length]}`);
    for (const [index, { name, choices }] of taken.entries()) check(name, given[index], choices);
    for (const [name, { choices }] of Object.entries(options)) check(`--${name}`, values[name], choices);
  }
  return { args: given, values };
}

function read(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    throw new UsageError(message.split(". ")[0] ?? message);
  }
}

function check(name: string, value: unknown, choices: readonly string[] | undefined): void {
  if (choices && typeof value === "string" && !choices.includes(value))
    throw new UsageError(`${name} must be one of ${choices.join(", ")}`);
}
