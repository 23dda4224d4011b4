import { runService } from "@hoplog/platform/process/runService.js";
import type { EarlyStart } from "../control/earlyListener.ts";
import { readSettings } from "./env.ts";
import { lowerHelperPriority } from "../threads/priority.ts";
import { openRedirector } from "./openRedirector.ts";

/** The redirector as a whole; it takes over a listener that was started early. */
export function runRedirector(earlyStart: EarlyStart | null): void {
  lowerHelperPriority();
  runService("redirector", ({ logger, ending }) => openRedirector(readSettings(), logger, ending, earlyStart));
}
