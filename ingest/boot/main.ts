import { parseEnv } from "@hoplog/platform/env/parseEnv.js";
import { runService } from "@hoplog/platform/process/runService.js";
import { ingestEnv } from "./env.ts";
import { startIngest } from "./start.ts";

runService("ingest", (context) => startIngest(parseEnv(ingestEnv), context));
