import { createClient, HoplogError } from "@hoplog/sdk";
import { keyFor, NotLoggedInError } from "../config/config.ts";
import type { Printer } from "../output/printer.ts";
import { type Command, type Context, textOf, UsageError } from "../command/command.ts";
import { generalHelp, helpOf, usageOf } from "./help.ts";
import { commandIn, parse } from "./parse.ts";

export interface Program {
  readonly commands: readonly Command[];
  readonly version: string;
  readonly env: NodeJS.ProcessEnv;
  readonly out: Printer;
  readonly signal: AbortSignal;
}

/**
 * Runs the command that the arguments name; resolves with the exit code: 0 for success, 1 for a failure, 2 for a usage
 * error, 130 if interrupted.
 */
export async function run(args: readonly string[], program: Program): Promise<number> {
  const { commands, version, env, out, signal } = program;
  let command: Command | undefined;
  try {
    command = commandIn(args, commands);
    if (!command) return general(args, program);
    const call = parse(args, command);
    if (call.values["help"] === true) {
      out.write(helpOf(command));
      return 0;
    }
    const context: Context = {
      env,
      version,
      out,
      signal,
      async client() {
        const { url, key } = await keyFor(env, textOf(call.values, "url"));
        return createClient({ url, token: key, workspace: textOf(call.values, "workspace") });
      },
    };
    return (await command.run(context, call)) ?? 0;
  } catch (error) {
    // Prints nothing after an interruption, or if the reader of the output has closed the pipe.
    if (signal.aborted || (error instanceof Error && error.name === "AbortError")) return 130;
    return said(error, out, command, version);
  }
}

function general(args: readonly string[], { commands, version, out }: Program): number {
  if (args.includes("--version")) {
    out.line(version);
    return 0;
  }
  const words = args.filter((arg) => !arg.startsWith("-"));
  const isHelp = args.includes("--help") || args.includes("-h") || words[0] === "help";
  if (words.length === 0 || isHelp) {
    if (isHelp) out.write(generalHelp(commands, version));
    else out.note(generalHelp(commands, version));
    return isHelp ? 0 : 2;
  }
  throw new UsageError(`Unknown command ${JSON.stringify(words.slice(0, 2).join(" "))}: see hoplog --help`);
}

function said(error: unknown, out: Printer, command: Command | undefined, version: string): number {
  if (error instanceof UsageError) {
    out.error({ type: "USAGE_ERROR", message: error.message }, command && `Usage: ${usageOf(command)}`);
    return 2;
  }
  if (error instanceof NotLoggedInError) {
    out.error({ type: "AUTHENTICATION_ERROR", message: error.message });
    return 1;
  }
  if (error instanceof HoplogError) {
    const { type, message, status, details, retryAfter } = error;
    const fields = details.fields?.map((one) => `  ${one.field}: ${one.message}`).join("\n");
    const hint = error.status === 401 ? 'The API key is invalid, expired or revoked: run "hoplog login"' : fields;
    out.error({ type, message, status, details, retryAfter }, hint);
    return 1;
  }
  const message = error instanceof Error ? error.message : String(error);
  out.error({ type: "FAILURE", message: isExpected(error) ? message : `${message} (hoplog ${version})` });
  return 1;
}

/** System errors, such as a missing file, have readable messages. */
function isExpected(error: unknown): boolean {
  return error instanceof Error && "code" in error;
}
