import type { Command } from "../command/command.ts";
import { completionFor, shells } from "../completion/shells.ts";
import { commonOptions } from "../run/parse.ts";

/** Creates the command `completion`, which completes the other commands and itself. */
export function completionOf(others: readonly Command[]): Command {
  const completion: Command = {
    name: "completion",
    summary: "Print a script that completes commands in a shell",
    args: [{ name: "SHELL", choices: shells }],
    async run({ out }, { args: [named] }) {
      const shell = shells.find((one) => one === named) ?? "bash";
      out.write(completionFor(shell, [...others, completion], commonOptions));
    },
  };
  return completion;
}
