import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startLoad } from "../faults/steadyLoad.ts";
import { newTestStack, type TestStack } from "../running/runningStack.ts";
import { openOwner, type Owner } from "./account.ts";
import { databasesOf } from "./databases.ts";
import { newRedirector, type RedirectorRun, startRedirector, unpackOldRedirector } from "./oldRedirector.ts";

const nowhere = "postgres://nobody:x@127.0.0.1:1/none";
const soon = { timeout: 30_000, interval: 50 };

let testStack: TestStack;
let account: Owner;
let folder: string;
let old: string;
let databaseUrl: string;
const runs: RedirectorRun[] = [];

beforeAll(async () => {
  testStack = await newTestStack();
  await testStack.start({ env: { RATE_LIMITS: "off", LOG_LEVEL: "error" } }).ready();
  account = await openOwner(testStack.appUrl);
  folder = mkdtempSync(join(tmpdir(), "hoplog-old-redirector-"));
  old = unpackOldRedirector(join(folder, "program"));
  ({ databaseUrl } = databasesOf(testStack));
});
afterAll(async () => {
  for (const run of runs) await run.stop();
  await testStack?.clear();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

async function start(main: string, url = databaseUrl): Promise<RedirectorRun> {
  const run = await startRedirector(main, join(folder, "data"), url);
  runs.push(run);
  await expect.poll(run.listens, soon).toBe(true);
  return run;
}

const visit = (shortUrl: string, code: string) => fetch(`${shortUrl}/${code}`, { redirect: "manual" });
const statusAt = (shortUrl: string, code: string) => async () => (await visit(shortUrl, code)).status;
const targetAt = (shortUrl: string, code: string) => async () => (await visit(shortUrl, code)).headers.get("location");

function visitors(shortUrl: string, code: string) {
  const visitor = { userAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0", isBot: false };
  let turn = 0;
  return startLoad({
    shortUrl,
    codes: [[1, code]],
    visitors: [[1, visitor]],
    perSecond: 100,
    random: () => (turn++ % 97) / 97,
  });
}

it(
  "beside a new api redirects as ever, sends nobody past a plan, and gives its replica on and back",
  { timeout: 480_000 },
  async () => {
    const steady = await account.createLink({ name: "Steady" });
    const edited = await account.createLink({ name: "Edited" });
    const planned = await account.createLink({ name: "Planned" });
    const before = await start(old);
    const both = [before.shortUrl, testStack.shortUrl];
    for (const shortUrl of both) expect(await statusAt(shortUrl, planned.code)()).toBe(302);

    // Two releases, one api, under load.
    const loads = both.map((shortUrl) => visitors(shortUrl, steady.code));
    await account.call("PUT", `/api/urls/${edited.id}`, { originalUrl: "https://example.com/edited" });
    for (const shortUrl of both)
      await expect.poll(targetAt(shortUrl, edited.code), soon).toBe("https://example.com/edited");
    const { postgres } = databasesOf(testStack);
    // An option of a later release.
    await postgres(`UPDATE link SET options = '{"rules": "all"}' WHERE id = $1`, [planned.id]);
    await account.call("PUT", `/api/urls/${planned.id}`, { originalUrl: "https://example.com/planned" });
    await expect.poll(statusAt(before.shortUrl, planned.code), soon).toBe(410);
    await expect.poll(statusAt(testStack.shortUrl, planned.code), soon).toBe(503);
    for (const load of loads) await expect.poll(load.answered, soon).toBeGreaterThan(200);
    for (const load of loads) await load.stop();
    expect(loads.flatMap(({ failures }) => failures)).toEqual([]);
    expect(await before.stop()).toBe(0);

    // A new one starts on what it has left, with nothing behind it.
    const slot = join(folder, "data", "replica", "slot-0");
    expect(existsSync(join(slot, "data.mdb"))).toBe(true);
    const offline = await start(newRedirector, nowhere);
    expect(await targetAt(offline.shortUrl, edited.code)()).toBe("https://example.com/edited");
    expect(await statusAt(offline.shortUrl, planned.code)()).toBe(410);
    expect(await offline.stop()).toBe(0);
    expect(existsSync(join(slot, "data.mdb"))).toBe(true);

    // And with everything: it takes over links.v2.
    const present = await start(newRedirector);
    const load = visitors(present.shortUrl, steady.code);
    await expect.poll(() => existsSync(join(slot, "data.mdb")), soon).toBe(false);
    await expect.poll(statusAt(present.shortUrl, planned.code), soon).toBe(503);
    await expect.poll(load.answered, soon).toBeGreaterThan(200);
    await load.stop();
    expect(load.failures).toEqual([]);
    expect(await present.stop()).toBe(0);

    // The way back: it makes its own, and never looks at the new one.
    await account.call("PUT", `/api/urls/${edited.id}`, { originalUrl: "https://example.com/back" });
    const back = await start(old);
    expect(await targetAt(back.shortUrl, edited.code)()).toBe("https://example.com/back");
    expect(await statusAt(back.shortUrl, planned.code)()).toBe(410);
    expect(await statusAt(back.shortUrl, steady.code)()).toBe(302);
    expect(await back.stop()).toBe(0);

    // Forward once more, from a replica that is behind.
    const again = await start(newRedirector);
    await expect.poll(targetAt(again.shortUrl, edited.code), soon).toBe("https://example.com/back");
    expect(await statusAt(again.shortUrl, planned.code)()).toBe(503);
    expect(existsSync(join(slot, "data.mdb"))).toBe(false);

    const answered = [...loads, load].reduce((sum, one) => sum + one.answered(), 0);
    // And the one of the old redirector after its way back.
    await expect.poll(() => clicksOf(steady.id), soon).toBe(answered + 1);
    expect(await again.stop()).toBe(0);
  },
);

it(
  "in the folder of a new one ships its own chunks, leaves the new ones alone, and what it leaves when killed goes out",
  { timeout: 480_000 },
  async () => {
    const link = await account.createLink({ name: "Shared" });
    const chunksLeft = (kind: RegExp) =>
      readdirSync(join(folder, "data", "spool"), { recursive: true }).filter((file) => kind.test(String(file)));
    let answered = 0;
    let failed = 0;
    /** Visits both, kills one of them in the middle, and goes on until the other has answered many more. */
    const loadAndKill = async (victim: RedirectorRun, other: RedirectorRun) => {
      const loads = [victim, other].map(({ shortUrl }) => visitors(shortUrl, link.code));
      const [ofVictim, ofOther] = loads;
      for (const load of loads) await expect.poll(load.answered, soon).toBeGreaterThan(100);
      victim.child.kill("SIGKILL");
      await ofVictim?.stop();
      const before = ofOther?.answered() ?? 0;
      await expect.poll(() => ofOther?.answered(), soon).toBeGreaterThan(before + 100);
      await ofOther?.stop();
      expect(ofOther?.failures).toEqual([]);
      answered += loads.reduce((sum, load) => sum + load.answered(), 0);
      failed += ofVictim?.failures.length ?? 0;
    };

    const present = await start(newRedirector);
    const former = await start(old);
    await expect.poll(statusAt(former.shortUrl, link.code), soon).toBe(302);
    await expect.poll(statusAt(present.shortUrl, link.code), soon).toBe(302);
    answered += 2;
    await loadAndKill(former, present);
    await expect.poll(() => chunksLeft(/\.(open|chunk)$/), soon).toEqual([]);

    const formerAgain = await start(old);
    await loadAndKill(present, formerAgain);
    // Only a new one can read what the killed one has left.
    expect(await formerAgain.stop()).toBe(0);
    expect(chunksLeft(/\.(open|chunk)$/)).toEqual([]);
    const last = await start(newRedirector);
    await expect.poll(() => chunksLeft(/\.(open|chunk)2?$/), soon).toEqual([]);
    expect(await last.stop()).toBe(0);

    await expect.poll(() => clicksOf(link.id), soon).toBeGreaterThanOrEqual(answered);
    // A visit whose answer was cut off by the kill may have been recorded.
    expect((await clicksOf(link.id)) - answered).toBeLessThanOrEqual(failed);
  },
);

/** Each of them has an id of its own. */
async function clicksOf(linkId: string): Promise<number> {
  const [row] = await databasesOf(testStack).clickHouse(
    `SELECT count() AS clicks, uniqExact(click_id) AS ids FROM clicks WHERE link_id = '${linkId}'`,
  );
  expect(row?.["clicks"]).toBe(row?.["ids"]);
  return Number(row?.["clicks"]);
}
