import type { Command, Options } from "../command/command.ts";
import { commonOptions } from "./parse.ts";

export function usageOf({ name, args = [] }: Command): string {
  const named = args.map((arg) => (arg.isOptional ? `[${arg.name}]` : arg.name));
  return ["hoplog", name, ...named].join(" ");
}

export function helpOf(command: Command): string {
  const options = { ...command.options, ...commonOptions };
  return `${command.summary}\n\nUsage: ${usageOf(command)} [options]\n\n${rows(linesOf(options))}\n`;
}

export function generalHelp(commands: readonly Command[], version: string): string {
  const named = commands.map((command) => [usageOf(command).slice("hoplog ".length), command.summary] as const);
  return `hoplog ${version}: short links, their figures and live clicks

Usage: hoplog COMMAND [options]

${rows(named)}

Options of every command:
${rows(linesOf(commonOptions))}

HOPLOG_URL and HOPLOG_KEY override the server and the API key that "hoplog login" has saved.
`;
}

function linesOf(options: Options): (readonly [string, string])[] {
  return Object.entries(options).map(([name, { type, short, help, choices }]) => {
    const value = type === "boolean" ? "" : choices ? ` ${choices.join("|")}` : ` ${name.toUpperCase()}`;
    return [`${short ? `-${short}, ` : ""}--${name}${value}`, help] as const;
  });
}

function rows(lines: readonly (readonly [string, string])[]): string {
  const width = Math.min(38, Math.max(...lines.map(([left]) => left.length)));
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
}
