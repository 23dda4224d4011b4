import type { Command } from "../command/command.ts";
import { completionOf } from "./completion.ts";
import { exportFile } from "./exportFile.ts";
import { importFile } from "./importFile.ts";
import { linkCommands } from "./links.ts";
import { loginCommands } from "./login.ts";
import { mcp } from "./mcp.ts";
import { stats } from "./stats.ts";
import { tail } from "./tail.ts";

const named: readonly Command[] = [...loginCommands, ...linkCommands, stats, tail, importFile, exportFile, mcp];

export const commands: readonly Command[] = [...named, completionOf(named)];
