import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { toBaseline } from "./baseline.ts";
import type { RunTimes } from "./report.ts";

// Stores the times of this checkout's last full run as the new baseline: node tests/times/keepBaseline.ts
const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const { files }: RunTimes = JSON.parse(readFileSync(path("../../.make/times.json"), "utf8"));
writeFileSync(path("baseline.json"), `${JSON.stringify(toBaseline(files), null, 2)}\n`);
