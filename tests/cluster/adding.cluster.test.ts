import { once } from "node:events";
import { readdirSync } from "node:fs";
import { keptPorts } from "@hoplog/stack/datafolder/ports.js";
import { commandOf, isAlive, signal } from "@hoplog/stack/processes/inspect.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { visitors } from "../browser/visitors.ts";
import { openAccount } from "../faults/account.ts";
import { visitMany, type LoadResult } from "../faults/load.ts";
import { openFiles } from "../security/openFiles.ts";
import { stackPlace, type StackPlace, type StackRun } from "../running/runningStack.ts";

let place: StackPlace;
let cluster: StackRun;
beforeAll(async () => {
  place = await stackPlace();
  cluster = place.start({ target: "up-cluster" });
  await cluster.ready();
});
afterAll(() => place.clear());

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
  const pids = place.pids();
  expect(Object.keys(pids).toSorted()).toEqual(parts);
  for (const [name, pid] of Object.entries(pids)) expect(commandOf(pid)).toContain(name.replace(/-\d$/, ""));
});

test("every answered click counts once while redirectors and ingests come, go and are killed", async () => {
  const account = await openAccount(place.appUrl);
  const url = `${place.shortUrl}/${account.code}`;
  const total = { answered: 0, cutOff: 0, wrong: 0 };
  const over = new AbortController();
  const load = (async () => {
    while (!over.signal.aborted) addTo(total, await visitMany(url, 2000, visitors.firefoxOnLinux, () => {}));
  })();

  const [redirector, ingest] = [place.add("redirector"), place.add("ingest")];
  await Promise.all([redirector.ready(), ingest.ready()]);
  await expect.poll(() => seriesOf(redirector, "hoplog_redirector_answers_total")).toBeGreaterThan(0);
  await expect.poll(() => seriesOf(ingest, "hoplog_ingest_clicks_total")).toBeGreaterThan(0);

  // One of each is taken away, and one of each is killed, as are Kafka and Redis; the supervisor starts them again.
  const before = place.pids();
  redirector.child.kill("SIGTERM");
  for (const name of ["ingest-1", "kafka", "redis"]) signal(before[name] ?? 0, "SIGKILL");
  expect(await redirector.ended).toBe(0);
  signal(before["redirector-2"] ?? 0, "SIGKILL");
  ingest.child.kill("SIGTERM");
  expect(await ingest.ended).toBe(0);
  for (const name of ["ingest-1", "redirector-2", "kafka", "redis"]) {
    await expect.poll(() => place.pids()[name] ?? before[name]).not.toBe(before[name]);
  }
  over.abort();
  await load;

  expect(total.wrong).toBe(0);
  await expect
    .poll(async () => (await account.counts()).card, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(total.answered);
  // Whatever would be counted twice has been delivered again by now.
  await expect.poll(async () => uncounted(), { timeout: 30_000 }).toBe(0);
  const counted = await account.counts();
  console.log(`answered ${total.answered}, cut off ${total.cutOff}, counted ${JSON.stringify(counted)}`);
  expect(counted.card).toBeLessThanOrEqual(total.answered + total.cutOff);
  expect(counted).toEqual({ card: counted.card, stats: counted.card, log: counted.card });
});

test("nothing that it keeps is readable for others, Kafka's and Redis' files included", () => {
  expect(readdirSync(place.dataFolder)).toEqual(expect.arrayContaining(["kafka", "redis"]));
  expect(openFiles(place.dataFolder).filter((one) => one !== `710 ${place.dataFolder}`)).toEqual([]);
});

test("it ends whole, and nothing is left", async () => {
  const pids = Object.values(place.pids());
  cluster.child.kill("SIGTERM");
  await once(cluster.child, "exit");
  expect(pids.filter(isAlive)).toEqual([]);
});

/** A figure of a process that was added, at the port that it was told. */
async function seriesOf(run: StackRun, name: string): Promise<number> {
  return figure(Number(/METRICS_PORT=(\d+)/.exec(run.output())?.[1]), name);
}

/** Batches that no ingest has committed yet. */
async function uncounted(): Promise<number> {
  return figure(keptPorts(place.dataFolder)?.ingest ?? 0, "hoplog_ingest_lag_records");
}

/** The sum of a series' values. */
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
