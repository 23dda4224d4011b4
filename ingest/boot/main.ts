import { runService } from "@hoplog/platform/process/runService.js";
import { readSettings } from "./env.ts";
import { startIngest } from "./start.ts";

runService("ingest", (context) => startIngest(readSettings(), context));
