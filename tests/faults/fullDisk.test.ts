import { readFileSync } from "node:fs";
import { metricsTargetsFile } from "@hoplog/stack/datafolder/metricsTargets.js";
import { seededRandom } from "@hoplog/stack/demo/random.js";
import { commandOf, signal } from "@hoplog/stack/processes/inspect.js";
import { expect, test } from "vitest";
import { z } from "zod";
import { visitors } from "../browser/visitors.ts";
import { type Account, openAccount } from "../running/account.ts";
import { processTree } from "../running/processTree.ts";
import { newTestStack, type StackRun, type TestStack } from "../running/runningStack.ts";
import { mountSmallDisk } from "../running/smallDisk.ts";
import { clickHouseOf, openBooks } from "./figures.ts";
import { startLoad } from "./steadyLoad.ts";

const ledger = z.object({
  data: z.object({ received: z.number(), recorded: z.number(), dropped: z.number(), missing: z.number() }),
});

async function ledgerOf(account: Account, linkId: string) {
  return ledger.parse(await account.call("GET", `/api/ledger?linkId=${linkId}`)).data;
}

/** Visits per second, and answers to wait for while a part of the disk is full. */
const [perSecond, answersPerPhase] = [150, 400];

test("a disk that is full below everything, logs included, ends nothing and loses no click without a count", async (context) => {
  const testStack = await newTestStack();
  const disk = mountSmallDisk(testStack.dataFolder, "size=900m,nr_inodes=14k");
  if (!disk) return context.skip("a file system of its own takes the right to mount one");
  try {
    // The reserve has two pieces, one for clicks and one for counts: clicks after the second kill are dropped.
    const env = { RATE_LIMITS: "off", SPOOL_RESERVE_MB: "2", LISTENERS: "2" };
    const run = testStack.start({ env });
    await run.ready(180_000);
    const account = await openAccount(testStack.appUrl, "full@example.com");
    const link = await account.createLink({ name: "Full", originalUrl: "https://example.com/" });
    await expect
      .poll(async () => (await fetch(`${testStack.shortUrl}/${link.code}`, { redirect: "manual" })).status)
      .toBe(302);
    const reserveIsComplete = async (): Promise<void> => {
      await expect.poll(() => metricOf(testStack, "hoplog_redirector_spool_reserve_bytes")).toBe(4 * 1024 * 1024);
    };
    await reserveIsComplete();
    // Waits for a complete first data part: on a full disk, ClickHouse once created one without marks, which no query
    // could read.
    await expect.poll(async () => (await ledgerOf(account, link.id)).received).toBe(1);
    const load = startLoad({
      shortUrls: [testStack.shortUrl],
      codes: [[1, link.code]],
      visitors: [[1, { userAgent: visitors.firefoxOnLinux, isBot: false }]],
      perSecond,
      random: seededRandom(1),
    });
    let fill = disk.fill;
    const filling = setInterval(() => fill(), 50);
    try {
      fill();
      const phase = async (): Promise<void> => {
        const before = load.answered();
        await expect.poll(() => load.answered() - before).toBeGreaterThan(answersPerPhase);
      };
      await phase();
      expect(load.failures).toEqual([]);
      await killRedirector(run);
      await phase();
      await killRedirector(run);
      await phase();
      // Space is available again, but no file can be created.
      fill = disk.fillInodes;
      disk.clear();
      fill();
      await phase();
      // Kills only listeners: first when their reserve is used up, then with clicks in memory.
      fill = () => {};
      disk.clear();
      await reserveIsComplete();
      fill = disk.fill;
      fill();
      for (let kills = 0; kills < 2; kills++) {
        await phase();
        killListeners(run);
      }
      await phase();
    } finally {
      clearInterval(filling);
      await load.stop();
      disk.clear();
    }
    expect(run.child.exitCode).toBeNull();
    const { answeredPeople: answered = 0, cutOffPeople: cutOff = 0 } = load.counts.get(link.code) ?? {};
    const read = async () => {
      const books = openBooks(clickHouseOf(testStack));
      try {
        const { rows } = await books.ofLink(link.id);
        const droppedInAll = await books.droppedRequests();
        return { ...(await ledgerOf(account, link.id)), rows: rows?.everyone ?? 0, droppedInAll };
      } finally {
        await books.close();
      }
    };
    // The first visit, before the load, waited until the link was known.
    await expect.poll(async () => (await read()).received, { timeout: 120_000 }).toBeGreaterThanOrEqual(answered + 1);
    const end = await read();
    const dropped = await metricOf(testStack, "hoplog_redirector_clicks_dropped_total");
    console.log(`  answered ${answered}, cut off ${cutOff}, ${JSON.stringify(end)}, dropped in the metric ${dropped}`);
    expect(end.received).toBeLessThanOrEqual(answered + 1 + cutOff);
    expect(end).toMatchObject({ missing: 0, rows: end.recorded });
    expect(end.rows).toBeGreaterThan(2 * answersPerPhase);
    expect(end.dropped).toBeGreaterThan(0);
    // The metric also counts earlier redirectors, killed listeners and visits of unknown codes. Clicks that the disk
    // accepted in a listener's last second may be counted too.
    expect(dropped).toBeGreaterThanOrEqual(end.droppedInAll);
    expect(dropped).toBeLessThanOrEqual(end.droppedInAll + perSecond);
  } finally {
    await testStack.clear(() => disk.release());
  }
}, 420_000);

/**
 * Kills the redirector with its listeners, and resolves when it was restarted. The stack can't write its file of
 * process ids on the full disk.
 */
async function killRedirector({ child }: StackRun): Promise<void> {
  const find = () => findProcesses(child, "bundle/main")[0];
  const killed = find();
  if (killed === undefined) throw new Error("there is no redirector");
  for (const pid of processTree(killed)) signal(pid, "SIGKILL");
  await expect.poll(() => [killed, undefined].includes(find())).toBe(false);
}

/** Kills the listeners; the redirector restarts them. */
function killListeners({ child }: StackRun): void {
  const listeners = findProcesses(child, "boot/listener");
  expect(listeners).toHaveLength(2);
  for (const pid of listeners) signal(pid, "SIGKILL");
}

function findProcesses({ pid }: StackRun["child"], program: "bundle/main" | "boot/listener"): number[] {
  return processTree(pid ?? 0).filter((each) => commandOf(each).includes(`redirector/dist/${program}.js`));
}

const targets = z.array(z.object({ targets: z.array(z.string()), labels: z.object({ part: z.string() }) }));

/** Returns a metric of the redirector; undefined while it can't be read. */
async function metricOf({ dataFolder }: TestStack, name: string): Promise<number | undefined> {
  const all = targets.parse(JSON.parse(readFileSync(metricsTargetsFile(dataFolder), "utf8")));
  const address = all.find(({ labels }) => labels.part === "redirector")?.targets[0];
  const text = await fetch(`http://${address}/metrics`).then(
    (response) => response.text(),
    () => "",
  );
  const [, value] = new RegExp(`^${name}\\{[^}]*\\} (\\S+)$`, "m").exec(text) ?? [];
  return value === undefined ? undefined : Number(value);
}
