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

/** Answers that come while a part of the disk is full. */
const [perSecond, answersPerPhase] = [150, 400];

test("a disk that is full below everything, logs included, ends nothing and loses no click without a count", async (context) => {
  const testStack = await newTestStack();
  const disk = mountSmallDisk(testStack.dataFolder, "size=900m,nr_inodes=14k");
  if (!disk) return context.skip("a file system of its own takes the right to mount one");
  try {
    // Of the reserve one piece takes clicks and one counts: what comes after the second kill is dropped.
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
    // On a full disk ClickHouse was once left with a first part without marks, which no query could read any more.
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
      // Bytes are there again, and no file can be made.
      fill = disk.fillInodes;
      disk.clear();
      fill();
      await phase();
      // Listeners are killed, and not their redirector: the first when their reserve is used up, the next with clicks in memory.
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
    // One visit found out that the link is there.
    await expect.poll(async () => (await read()).received, { timeout: 120_000 }).toBeGreaterThanOrEqual(answered + 1);
    const end = await read();
    const dropped = await metricOf(testStack, "hoplog_redirector_clicks_dropped_total");
    console.log(`  answered ${answered}, cut off ${cutOff}, ${JSON.stringify(end)}, dropped in the metric ${dropped}`);
    expect(end.received).toBeLessThanOrEqual(answered + 1 + cutOff);
    expect(end).toMatchObject({ missing: 0, rows: end.recorded });
    expect(end.rows).toBeGreaterThan(2 * answersPerPhase);
    expect(end.dropped).toBeGreaterThan(0);
    // Counts of earlier redirectors, and of this one with its killed listeners; visits of unknown codes too. What the disk took in
    // a listener's last second may count as well.
    expect(dropped).toBeGreaterThanOrEqual(end.droppedInAll);
    expect(dropped).toBeLessThanOrEqual(end.droppedInAll + perSecond);
  } finally {
    await testStack.clear(() => disk.release());
  }
}, 420_000);

/** Kills it with its listeners, and resolves when there is another one. The list of process ids can't be written just now. */
async function killRedirector({ child }: StackRun): Promise<void> {
  const find = () => findProcesses(child, "bundle/main")[0];
  const killed = find();
  if (killed === undefined) throw new Error("there is no redirector");
  for (const pid of processTree(killed)) signal(pid, "SIGKILL");
  await expect.poll(() => [killed, undefined].includes(find())).toBe(false);
}

/** Kills the listeners; their redirector starts others. */
function killListeners({ child }: StackRun): void {
  const listeners = findProcesses(child, "boot/listener");
  expect(listeners).toHaveLength(2);
  for (const pid of listeners) signal(pid, "SIGKILL");
}

function findProcesses({ pid }: StackRun["child"], program: "bundle/main" | "boot/listener"): number[] {
  return processTree(pid ?? 0).filter((each) => commandOf(each).includes(`redirector/dist/${program}.js`));
}

const targets = z.array(z.object({ targets: z.array(z.string()), labels: z.object({ part: z.string() }) }));

/** The redirector's; undefined while it can't be read. */
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
