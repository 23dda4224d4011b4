import { runService } from "@hoplog/platform/process/runService.js";
import { readSettings } from "./env.ts";
import { openRedirector } from "./openRedirector.ts";

runService("redirector", ({ logger, ending }) => openRedirector(readSettings(), logger, ending));
