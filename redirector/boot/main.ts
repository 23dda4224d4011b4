import { runService } from "@hoplog/platform/process/runService.js";
import { readSettings } from "./env.ts";
import { letHelpersGoLast } from "./helpersGoLast.ts";
import { openRedirector } from "./openRedirector.ts";

letHelpersGoLast();
runService("redirector", ({ logger, ending }) => openRedirector(readSettings(), logger, ending));
