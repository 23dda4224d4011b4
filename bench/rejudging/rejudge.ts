import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { openAccount } from "../measure/account.ts";
import { mergesDone, runSql } from "../measure/clickHouse.ts";
import type { BenchStack } from "../measure/stack.ts";
import { ms, table, whole } from "../measure/table.ts";
import { fillClicks } from "../queries/fill.ts";
import { simulateProducer } from "../clicks/producers.ts";
import { clickWorld } from "../clicks/world.ts";

const clicks = Number(process.env["CLICKS"] ?? 10_000_000);
const perSecond = 500;
const linkCount = 1000;
const tickMs = 20;

/**
 * Sets browsers' user agents, so that the current rules classify the clicks that are stored as bots, a twelfth of all,
 * as human.
 */
const withAgents = `ALTER TABLE clicks UPDATE user_agent = concat('Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/', toString(cityHash64(visitor) % 4000)), bot_rules = 1
  WHERE true`;

/**
 * Measures `make reclassify APPLY=1` over 90 days of clicks while 500 per second arrive: its duration compared with a
 * plain copy of the same rows, and how long writers are blocked. CLICKS=2000000 makes the run smaller.
 */
export async function benchRejudge(stack: BenchStack): Promise<string> {
  const account = await openAccount(stack.appUrl);
  const linkIds = (await account.createLinks(linkCount)).map(({ id }) => id);
  await fillClicks(stack, { ownerId: account.userId, linkIds }, clicks);
  const url = stack.clickHouseUrl;
  await runSql(url, withAgents, "hoplog", { mutations_sync: "1" });
  await mergesDone(url);

  const copyMs = await timed(async () => {
    await runSql(url, "CREATE TABLE bench_copy AS clicks");
    await runSql(url, "INSERT INTO bench_copy SELECT * FROM clicks", "hoplog", { insert_deduplicate: "0" });
    await runSql(url, "DROP TABLE bench_copy SYNC");
  });
  await mergesDone(url);

  const writing = new AbortController();
  const written = writeClicks(stack, writing.signal);
  let output = "";
  let tookMs = 0;
  try {
    tookMs = await timed(async () => {
      output = await rejudge(stack);
    });
  } finally {
    writing.abort();
    await written;
  }
  const held = Array.from(output.matchAll(/writers were held for (\d+) ms/g), ([, of]) => Number(of));
  const changed = Array.from(
    output.matchAll(/(\d+) clicks became bots', (\d+) people's/g),
    ([, bots, people]) => Number(bots) + Number(people),
  );
  return table(
    ["judged again", "clicks", "changed", "months", "took", "plain copy", "ratio", "held at most"],
    [
      [
        "of 90 days",
        whole(clicks),
        whole(changed.reduce((sum, of) => sum + of, 0)),
        String(held.length),
        ms(tookMs),
        ms(copyMs),
        (tookMs / copyMs).toFixed(2),
        ms(Math.max(0, ...held)),
      ],
    ],
  );
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Runs the tool and returns its output. */
async function rejudge({ dataFolder, appUrl }: BenchStack): Promise<string> {
  const child = spawn(process.execPath, ["stack/dist/boot/tool.js", "reclassify"], {
    cwd: repositoryRoot,
    env: { ...process.env, HOPLOG_DATA: dataFolder, APP_PORT: new URL(appUrl).port, APPLY: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const said: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => said.push(chunk));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  if (code !== 0)
    throw new Error(`the reclassification tool exited with code ${code}: ${Buffer.concat(said).toString("utf8")}`);
  return Buffer.concat(said).toString("utf8");
}

async function writeClicks(stack: BenchStack, ending: AbortSignal): Promise<void> {
  const log = await stack.openLog();
  try {
    const world = clickWorld();
    const producer = simulateProducer(log, () => {});
    const startedAt = performance.now();
    for (let sent = 0; !ending.aborted; await sleep(tickMs)) {
      for (const due = ((performance.now() - startedAt) / 1000) * perSecond; sent < due; sent++)
        producer.add(world.click(Date.now()));
    }
    await producer.done();
  } finally {
    await log.close();
  }
}
