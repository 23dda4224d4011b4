import { cpus, totalmem } from "node:os";
import { benchAnalysts } from "../analysts/analysts.ts";
import { benchCalls } from "../calls/calls.ts";
import { benchFleet } from "../clicks/fleet.ts";
import { benchIngest } from "../clicks/ingest.ts";
import { benchRejudge } from "../rejudging/rejudge.ts";
import { benchTrickle } from "../clicks/trickle.ts";
import { benchLive } from "../live/live.ts";
import { benchWatched } from "../live/watched.ts";
import { benchLog } from "../log/log.ts";
import { benchQueries } from "../queries/queries.ts";
import { benchDoor } from "../redirects/door.ts";
import { benchRedirects } from "../redirects/redirects.ts";
import { benchRules } from "../redirects/rules.ts";
import { benchReplica } from "../replica/replica.ts";
import { benchWebhooks } from "../webhooks/webhooks.ts";
import { benchSearches } from "../searches/searches.ts";
import { startStack, type BenchStack } from "../measure/stack.ts";

const sections: Readonly<Record<string, (stack: BenchStack) => Promise<string>>> = {
  live: benchLive,
  watched: benchWatched,
  api: benchCalls,
  queries: benchQueries,
  searches: benchSearches,
  analysts: benchAnalysts,
  rejudge: benchRejudge,
};

/** Sections that start their own services. */
const alone: Readonly<Record<string, () => Promise<string>>> = {
  redirects: benchRedirects,
  door: benchDoor,
  rules: benchRules,
  replica: benchReplica,
  log: benchLog,
  webhooks: benchWebhooks,
  ingest: () => benchIngest(false),
  "ingest-kafka": () => benchIngest(true),
  trickle: () => benchTrickle(false),
  "trickle-kafka": () => benchTrickle(true),
  fleet: () => benchFleet(false),
  "fleet-kafka": () => benchFleet(true),
};
const names = [...Object.keys(alone), ...Object.keys(sections)];

/** Sections to run; empty for all. Only figures of the same run are comparable. */
const chosen = [...process.argv.slice(2), ...(process.env["ONLY"]?.split(/[ ,]+/) ?? [])].filter((name) => name !== "");
const unknown = chosen.find((name) => !names.includes(name));
if (unknown) throw new Error(`Unknown benchmark section ${unknown}. Choose from: ${names.join(", ")}`);

console.log(
  `${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`,
);
for (const [name, section] of Object.entries(alone)) {
  if (chosen.length === 0 || chosen.includes(name)) console.log(`\n${await section()}`);
}
for (const [name, section] of Object.entries(sections)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const stack = await startStack();
  try {
    console.log(`\n${await section(stack)}`);
  } finally {
    await stack.stop();
  }
}
process.exit();
