import { runService } from "@hoplog/platform/process/runService.js";
import type { EarlyStart } from "../control/earlyListener.ts";
import { readSettings } from "./env.ts";
import { lowerHelperPriority } from "../threads/priority.ts";
import { openRedirector } from "./openRedirector.ts";

/** Runs the whole redirector, with the listener that was started early if there is one. */
export function runRedirector(earlyStart: EarlyStart | null): void {
  lowerHelperPriority();
  runService("redirector", ({ logger, ending }) => openRedirector(readSettings(), logger, ending, earlyStart));
}
