import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startLoad } from "../faults/steadyLoad.ts";
import { stackPlace, type StackPlace } from "../running/runningStack.ts";
import { type Account, signIn } from "./account.ts";
import { databasesOf } from "./databases.ts";
import { newRedirector, type RedirectorRun, startRedirector, unpackOldRedirector } from "./oldRedirector.ts";

const nowhere = "postgres://nobody:x@127.0.0.1:1/none";
const soon = { timeout: 30_000, interval: 50 };

let place: StackPlace;
let account: Account;
let folder: string;
let old: string;
let databaseUrl: string;
const runs: RedirectorRun[] = [];

beforeAll(async () => {
  place = await stackPlace();
  await place.start({ env: { RATE_LIMITS: "off", LOG_LEVEL: "error" } }).ready();
  account = await signIn(place.appUrl);
  folder = mkdtempSync(join(tmpdir(), "hoplog-old-redirector-"));
  old = unpackOldRedirector(join(folder, "program"));
  ({ databaseUrl } = databasesOf(place));
});
afterAll(async () => {
  for (const run of runs) await run.stop();
  await place?.clear();
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
  { timeout: 240_000 },
  async () => {
    const steady = await account.makeLink("Steady");
    const edited = await account.makeLink("Edited");
    const planned = await account.makeLink("Planned");
    const before = await start(old);
    const both = [before.shortUrl, place.shortUrl];
    for (const shortUrl of both) expect(await statusAt(shortUrl, planned.code)()).toBe(302);

    // Two releases, one api, under load.
    const loads = both.map((shortUrl) => visitors(shortUrl, steady.code));
    await account.call("PUT", `/api/urls/${edited.id}`, { originalUrl: "https://example.com/edited" });
    for (const shortUrl of both)
      await expect.poll(targetAt(shortUrl, edited.code), soon).toBe("https://example.com/edited");
    const { postgres } = databasesOf(place);
    await postgres("UPDATE link SET plan = 'rules' WHERE id = $1", [planned.id]);
    await account.call("PUT", `/api/urls/${planned.id}`, { originalUrl: "https://example.com/planned" });
    await expect.poll(statusAt(before.shortUrl, planned.code), soon).toBe(410);
    await expect.poll(statusAt(place.shortUrl, planned.code), soon).toBe(503);
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
    const clicksOf = async (): Promise<number> => {
      const rows = await databasesOf(place).clickHouse(
        `SELECT count() AS clicks, uniqExact(click_id) AS ids FROM clicks WHERE link_id = '${steady.id}'`,
      );
      expect(rows[0]?.["clicks"]).toBe(rows[0]?.["ids"]);
      return Number(rows[0]?.["clicks"]);
    };
    // And the one of the old redirector after its way back.
    await expect.poll(clicksOf, soon).toBe(answered + 1);
  },
);
