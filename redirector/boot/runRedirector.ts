import { runService } from "@hoplog/platform/process/runService.js";
import type { Ahead } from "../control/ahead.ts";
import { readSettings } from "./env.ts";
import { letHelpersGoLast } from "./helpersGoLast.ts";
import { openRedirector } from "./openRedirector.ts";

/** The redirector as a whole; it takes over what has gone ahead. */
export function runRedirector(ahead: Ahead | null): void {
  letHelpersGoLast();
  runService("redirector", ({ logger, ending }) => openRedirector(readSettings(), logger, ending, ahead));
}
