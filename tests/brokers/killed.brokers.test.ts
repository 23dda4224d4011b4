import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { kafkaSettings, kafkaVariables } from "@hoplog/platform/env/connections.js";
import { parseEnv } from "@hoplog/platform/env/parseEnv.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { storedPorts } from "@hoplog/stack/datafolder/ports.js";
import { seededRandom } from "@hoplog/stack/demo/random.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { visitors } from "../browser/visitors.ts";
import { startLoad } from "../faults/steadyLoad.ts";
import { openAccount } from "../running/account.ts";
import { newTestStack, type TestStack } from "../running/runningStack.ts";
import { startBrokers, type Brokers } from "./brokers.ts";

const topics = ["clicks.v1", "links.v2"];
const shipped = "hoplog_redirector_clicks_shipped_total";
const counted = "hoplog_ingest_clicks_total";

let brokers: Brokers;
let testStack: TestStack;

beforeAll(async () => {
  brokers = await startBrokers();
  testStack = await newTestStack();
  await testStack.start({ target: "up-cluster", env: { ...brokers.env, RATE_LIMITS: "off", LISTENERS: "1" } }).ready();
});

afterAll(async () => {
  await testStack.clear();
  await brokers.close();
});

test("nothing is lost, doubled or held up for long while one broker of three is killed under load, each in turn", async () => {
  const account = await openAccount(testStack.appUrl, "brokers@example.com");
  const { id, code } = await account.createLink({ name: "Brokers" });
  const load = startLoad({
    shortUrls: [testStack.shortUrl],
    codes: [[1, code]],
    visitors: [[1, { userAgent: visitors.firefoxOnLinux, isBot: false }]],
    perSecond: 100,
    random: seededRandom(1),
  });
  await expect.poll(() => sumOf(counted)).toBeGreaterThan(0);

  for (const broker of [0, 1, 2]) {
    await expect.poll(() => brokers.behind(topics)).toBe(0);
    await brokers.kill(broker);
    const since = Date.now();
    const before = await sumOf(shipped);
    await expect.poll(() => sumOf(shipped)).toBeGreaterThan(before);
    const shippedMs = Date.now() - since;
    // Waits until more clicks are counted than had been shipped when the broker died.
    const onItsWay = await sumOf(shipped);
    await expect.poll(() => sumOf(counted)).toBeGreaterThan(onItsWay);
    console.log(
      `broker ${broker + 1} killed: shipping again after ${shippedMs} ms, counting after ${Date.now() - since} ms`,
    );
    // A process that starts now connects to the cluster even if its first bootstrap broker is down.
    const kafka = kafkaSettings(parseEnv(z.object(kafkaVariables), brokers.env));
    const log = await openEventLog({ databaseUrl: "", kafka, logger: createLogger("test", "silent") });
    await log.close();
    const { code: made } = await account.createLink({ name: `While broker ${broker + 1} is away` });
    await expect
      .poll(async () => (await fetch(`${testStack.shortUrl}/${made}`, { redirect: "manual" })).status)
      .toBe(302);
    await brokers.revive(broker);
  }
  await expect.poll(() => brokers.behind(topics)).toBe(0);

  // A single broker rejects writes, because two in-sync replicas are required: clicks stay in the spool.
  await Promise.all([brokers.kill(0), brokers.kill(1)]);
  const before = { answered: load.answered(), counted: await sumOf(counted) };
  await expect.poll(() => load.answered()).toBeGreaterThan(before.answered + 1500);
  const spooled = load.answered() - (await sumOf(shipped));
  console.log(
    `two brokers killed: ${load.answered() - before.answered} more redirects, some ${spooled} clicks in the spool`,
  );
  expect(spooled).toBeGreaterThan(1000);
  await Promise.all([brokers.revive(0), brokers.revive(1)]);
  const since = Date.now();
  await expect.poll(() => sumOf(counted)).toBeGreaterThan(before.answered);
  console.log(`counting ${Date.now() - since} ms after they were back`);

  await load.stop();
  const endedAt = Date.now();
  const answered = load.answered();
  const cutOff = load.failures.filter(({ outcome }) => outcome === "cutOff").length;
  expect(load.failures.filter(({ outcome }) => outcome !== "cutOff")).toEqual([]);
  const clicks = async () => shown.parse(await account.call("GET", `/api/urls/${id}`)).url.noOfClicks;
  await expect.poll(clicks, { timeout: 120_000 }).toBeGreaterThanOrEqual(answered);
  // After this wait, every redelivery that could be counted twice has been processed.
  await expect.poll(() => valueOf(ports().ingest, "hoplog_ingest_lag_records")).toBe(0);
  console.log(
    `answered ${answered}, cut off ${cutOff}, counted ${await clicks()}, complete ${Date.now() - endedAt} ms after the load`,
  );
  expect(await clicks()).toBeLessThanOrEqual(answered + cutOff);
});

const shown = z.object({ url: z.object({ noOfClicks: z.number() }) });

function ports() {
  const stored = storedPorts(testStack.dataFolder);
  if (!stored) throw new Error(`no stack has run in ${testStack.dataFolder}`);
  return stored;
}

/** Returns the metric's sum over all processes that export it. */
async function sumOf(name: string): Promise<number> {
  const { redirector1, redirector2, ingest, ingest2 } = ports();
  const own = name === shipped ? [redirector1, redirector2] : [ingest, ingest2];
  const values = await Promise.all(own.map((port) => valueOf(port, name)));
  return values.reduce((sum, value) => sum + value, 0);
}

async function valueOf(port: number | undefined, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const line = text.split("\n").find((one) => one.startsWith(`${name}{`));
  return line === undefined ? 0 : Number(line.split(" ").at(-1));
}
