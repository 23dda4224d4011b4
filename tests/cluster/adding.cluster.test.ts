import { once } from "node:events";
import { readdirSync } from "node:fs";
import { storedPorts } from "@hoplog/stack/datafolder/ports.js";
import { commandOf, isAlive, signal } from "@hoplog/stack/processes/inspect.js";
import { z } from "zod";
import { afterAll, beforeAll, expect, test } from "vitest";
import { visitors } from "../browser/visitors.ts";
import { type Account, openAccount } from "../running/account.ts";
import { visitMany, type LoadResult } from "../faults/load.ts";
import { databasesOf } from "../operations/databases.ts";
import { openFiles } from "../security/openFiles.ts";
import { type ClickReceiver, startClickReceiver } from "./clickReceiver.ts";
import { newTestStack, type TestStack, type StackRun } from "../running/runningStack.ts";

let testStack: TestStack;
let cluster: StackRun;
let receiver: ClickReceiver;
beforeAll(async () => {
  receiver = await startClickReceiver();
  testStack = await newTestStack();
  cluster = testStack.start({ target: "up-cluster", env: { WEBHOOK_NETWORKS: "127.0.0.1/32" } });
  await cluster.ready();
});
afterAll(async () => {
  await testStack.clear();
  receiver.close();
});

const parts = [
  "api",
  "clickhouse",
  "ingest-1",
  "ingest-2",
  "kafka",
  "postgres",
  "redirector-1",
  "redirector-2",
  "redis",
];

test("a cluster's processes are named, and all of them run", () => {
  const pids = testStack.pids();
  expect(Object.keys(pids).toSorted()).toEqual(parts);
  for (const [name, pid] of Object.entries(pids)) expect(commandOf(pid)).toContain(name.replace(/-\d$/, ""));
});

test("every answered click counts once while redirectors and ingests come, go and are killed", async () => {
  const account = await openAccount(testStack.appUrl, "load@example.com");
  const { id, code } = await account.createLink({ name: "Load" });
  const url = `${testStack.shortUrl}/${code}`;
  const total = { answered: 0, cutOff: 0, wrong: 0 };
  const over = new AbortController();
  const load = (async () => {
    while (!over.signal.aborted) addTo(total, await visitMany(url, 2000, visitors.firefoxOnLinux, () => {}));
  })();

  const [redirector, ingest] = [testStack.add("redirector"), testStack.add("ingest")];
  await Promise.all([redirector.ready(), ingest.ready()]);
  await expect.poll(() => seriesOf(redirector, "hoplog_redirector_answers_total")).toBeGreaterThan(0);
  await expect.poll(() => seriesOf(ingest, "hoplog_ingest_clicks_total")).toBeGreaterThan(0);

  // Stops one process of each kind and kills another, kills Kafka and Redis too, and expects the supervisor to restart
  // the killed ones.
  const before = testStack.pids();
  redirector.child.kill("SIGTERM");
  for (const name of ["ingest-1", "kafka", "redis"]) signal(before[name] ?? 0, "SIGKILL");
  expect(await redirector.ended).toBe(0);
  signal(before["redirector-2"] ?? 0, "SIGKILL");
  ingest.child.kill("SIGTERM");
  expect(await ingest.ended).toBe(0);
  for (const name of ["ingest-1", "redirector-2", "kafka", "redis"]) {
    await expect.poll(() => testStack.pids()[name] ?? before[name]).not.toBe(before[name]);
  }
  over.abort();
  await load;

  expect(total.wrong).toBe(0);
  await expect.poll(async () => (await countsOf(account, id)).card).toBeGreaterThanOrEqual(total.answered);
  // After this wait, every redelivery that could be counted twice has been processed.
  await expect.poll(async () => uncounted()).toBe(0);
  const counted = await countsOf(account, id);
  console.log(`answered ${total.answered}, cut off ${total.cutOff}, counted ${JSON.stringify(counted)}`);
  expect(counted.card).toBeLessThanOrEqual(total.answered + total.cutOff);
  expect(counted).toEqual({ card: counted.card, stats: counted.card, log: counted.card });
});

test("a webhook gets each click once from Kafka, also when the api is killed, and a later one what is clicked from then on", async () => {
  const account = await openAccount(testStack.appUrl, "hooks@example.com");
  const { code } = await account.createLink({ name: "Hooked" });
  const { postgres } = databasesOf(testStack);
  const visit = async (count: number, onProgress: (done: number) => void = () => {}) => {
    const visited = await visitMany(`${testStack.shortUrl}/${code}`, count, visitors.firefoxOnLinux, onProgress);
    expect(visited).toEqual({ answered: count, cutOff: 0, wrong: 0 });
  };
  const make = (path: string) => account.call("POST", "/api/webhooks", { url: receiver.url(path), events: ["click"] });
  const got = (path: string) => new Set(receiver.clicks(path)).size;

  await visit(100);
  await make("/first");
  await visit(300);
  await expect.poll(() => got("/first")).toBe(300);
  const { api } = testStack.pids();
  await visit(2000, (done) => {
    if (done === 500) signal(api ?? 0, "SIGKILL");
  });
  await expect.poll(() => testStack.pids()["api"] ?? api).not.toBe(api);
  const open = "SELECT count(*)::int AS open FROM webhook_message WHERE state = 'pending'";
  const arrived = async () => {
    // Messages that were being sent when the api was killed are due after 30 seconds; this makes them due now.
    await postgres("UPDATE webhook_message SET due_at = now() WHERE state = 'pending' AND due_at > now()");
    return { clicks: got("/first"), ...(await postgres(open))[0] };
  };
  await expect.poll(arrived, { interval: 500 }).toEqual({ clicks: 2300, open: 0 });

  await make("/later");
  await visit(200);
  await expect.poll(() => [got("/first"), got("/later")]).toEqual([2500, 200]);
  await expect.poll(async () => (await postgres(open))[0]?.["open"]).toBe(0);
  for (const path of ["/first", "/later"]) expect(receiver.clicks(path)).toHaveLength(got(path));
  const [cursor] = await postgres("SELECT position FROM webhook_clicks_cursor");
  expect(String(cursor?.["position"])).toMatch(/^kafka:[^:]+:(\d+=\d+@\d+,){2,}/);
});

test("nothing that it keeps is readable for others, Kafka's and Redis' files included", () => {
  expect(readdirSync(testStack.dataFolder)).toEqual(expect.arrayContaining(["kafka", "redis"]));
  expect(openFiles(testStack.dataFolder).filter((one) => one !== `710 ${testStack.dataFolder}`)).toEqual([]);
});

test("it ends whole, and nothing is left", async () => {
  const pids = Object.values(testStack.pids());
  cluster.child.kill("SIGTERM");
  await once(cluster.child, "exit");
  expect(pids.filter(isAlive)).toEqual([]);
});

/** Reads a metric of an added process, at the metrics port from its output. */
async function seriesOf(run: StackRun, name: string): Promise<number> {
  return figure(Number(/METRICS_PORT=(\d+)/.exec(run.output())?.[1]), name);
}

/** Returns the number of batches that no ingest has committed yet. */
async function uncounted(): Promise<number> {
  return figure(storedPorts(testStack.dataFolder)?.ingest ?? 0, "hoplog_ingest_lag_records");
}

/** Returns the sum of a metric's series. */
async function figure(port: number, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const values = text
    .split("\n")
    .flatMap((line) => (line.startsWith(`${name}{`) ? [Number(line.split(" ").at(-1))] : []));
  if (values.length === 0) throw new Error(`no series ${name}`);
  return values.reduce((sum, value) => sum + value, 0);
}

function addTo(total: { -readonly [key in keyof LoadResult]: number }, more: LoadResult): void {
  total.answered += more.answered;
  total.cutOff += more.cutOff;
  total.wrong += more.wrong;
}

const shown = z.object({ url: z.object({ noOfClicks: z.number().nullable() }) });
const stats = z.object({ data: z.object({ totalClicks: z.number() }) });
const clickLog = z.object({ pagination: z.object({ total: z.number() }) });

/** Reads the click count from three sources: the list of links, the statistics and the log. */
async function countsOf({ call }: Account, id: string) {
  return {
    card: shown.parse(await call("GET", `/api/urls/${id}`)).url.noOfClicks,
    stats: stats.parse(await call("GET", `/api/urls/${id}/stats`)).data.totalClicks,
    log: clickLog.parse(await call("GET", `/api/urls/${id}/click-logs?limit=1`)).pagination.total,
  };
}
