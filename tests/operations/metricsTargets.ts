import { readFileSync } from "node:fs";
import { metricsTargetsFile } from "@hoplog/stack/datafolder/metricsTargets.js";
import { z } from "zod";
import type { TestStack } from "../running/runningStack.ts";

const file = z.array(z.object({ targets: z.tuple([z.string()]), labels: z.object({ part: z.string() }) }));

/** Returns where a running stack serves its metrics, from the file that Prometheus reads. */
export function metricsTargetsOf({ dataFolder }: TestStack): { readonly part: string; readonly address: string }[] {
  const targets = file.parse(JSON.parse(readFileSync(metricsTargetsFile(dataFolder), "utf8")));
  return targets.map(({ targets: [address], labels: { part } }) => ({ part, address }));
}
