import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signal } from "@hoplog/stack/processes/inspect.js";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { visitors } from "../browser/visitors.ts";
import { databasesOf } from "../operations/databases.ts";
import { runTool } from "../operations/tool.ts";
import { type Account, openAccount } from "../running/account.ts";
import { type OwnRedirector, startOwnRedirector } from "../running/ownRedirector.ts";
import { processTree } from "../running/processTree.ts";
import { newTestStack, type TestStack } from "../running/runningStack.ts";
import { answerOf, uncounted, ways } from "./capVisitors.ts";
import { type Disk, openSpoolDisk } from "./inject.ts";
import { answerTo, type People, sendPeople, type Tally } from "./people.ts";

// Three redirectors with separate disks and two listeners each: caps are exact, whichever process is killed.

let stack: TestStack;
let account: Account;
let folder: string;
let disk: Disk;
let others: { near: OwnRedirector; far: OwnRedirector };

const start = (name: string, port?: number): Promise<OwnRedirector> =>
  startOwnRedirector({
    databaseUrl: databasesOf(stack).databaseUrl,
    kafkaBrokers: undefined,
    publicUrl: stack.appUrl,
    folder: join(folder, name),
    listeners: 2,
    // The redirectors have no reserve, so that a full disk refuses clicks at once: a reserve would record visits for
    // about a minute.
    spoolReserveMb: 0,
    ...(port !== undefined && { port }),
  });
const portOf = ({ shortUrl }: OwnRedirector): number => Number(new URL(shortUrl).port);

beforeAll(async () => {
  stack = await newTestStack();
  folder = mkdtempSync(join(tmpdir(), "hoplog-caps-test-"));
  disk = openSpoolDisk(join(folder, "near", "spool"));
  await stack.start({ env: { RATE_LIMITS: "off", LISTENERS: "2" } }).ready();
  account = await openAccount(stack.appUrl, "caps@example.com");
  others = { near: await start("near"), far: await start("far") };
});

afterAll(async () => {
  await others?.near.stop();
  await others?.far.stop();
  disk?.release();
  await stack?.clear();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const everywhere = (): string => {
  const urls = [stack.shortUrl, others.near.shortUrl, others.far.shortUrl];
  return urls[Math.floor(Math.random() * urls.length)] ?? stack.shortUrl;
};

/** Creates a link and resolves when all redirectors know it. HEAD requests do not count towards the cap. */
async function newLink(maxClicks: number, options: object = {}) {
  const link = await account.createLink({ name: `Up to ${maxClicks}` }, { maxClicks, ...options });
  for (const url of [stack.shortUrl, others.near.shortUrl, others.far.shortUrl]) {
    const known = async () => (await fetch(`${url}/${link.code}`, { method: "HEAD" })).status;
    await expect.poll(known).toBe(200);
  }
  return link;
}

const used = async (linkId: string): Promise<number> => {
  const rows = await databasesOf(stack).postgres("SELECT used FROM link_cap WHERE link_id = $1", [linkId]);
  return Number(rows[0]?.["used"] ?? 0);
};
const leased = async (linkId: string): Promise<number> => {
  const query = "SELECT coalesce(sum(visits), 0) AS visits FROM visit_lease WHERE link_id = $1";
  return Number((await databasesOf(stack).postgres(query, [linkId]))[0]?.["visits"]);
};
const holders = async (linkId: string): Promise<string[]> => {
  const query = "SELECT DISTINCT holder_id::text AS id FROM visit_lease WHERE link_id = $1";
  return (await databasesOf(stack).postgres(query, [linkId])).map(({ id }) => String(id));
};
const people = async (linkId: string): Promise<number> => {
  const query = `SELECT uniqExactIf(click_id, NOT is_bot) AS people FROM clicks WHERE link_id = '${linkId}'`;
  return Number((await databasesOf(stack).clickHouse(query))[0]?.["people"]);
};

/** Returns the final counts, and whether they match the visitors' outcomes: `cutOff` visitors may have been counted. */
async function counted(linkId: string, max: number, ...tallies: readonly Tally[]) {
  const sum = (name: keyof Tally): number => tallies.reduce((total, tally) => total + tally[name], 0);
  const figures = async () => ({ used: await used(linkId), people: await people(linkId) });
  // If the counts are never reached, the actual ones are returned, so that the failed test shows them.
  await vi.waitFor(async () => expect(await figures()).toEqual({ used: max, people: max }), atMost).catch(() => {});
  const redirected = sum("redirected");
  return { ...(await figures()), fits: redirected <= max && redirected + sum("cutOff") >= max };
}

const atMost = { timeout: 60_000, interval: 200 };
const exactly = (max: number) => ({ used: max, people: max, fits: true });

const browser = { "user-agent": visitors.firefoxOnLinux };

const killAll = (pid: number | undefined): void => {
  for (const each of pid === undefined ? [] : processTree(pid)) signal(each, "SIGKILL");
};
const finished = (crowds: readonly People[]): Promise<unknown> => Promise.all(crowds.map(({ done }) => done));

test.each(Object.entries(ways))("only people use visits up, and are led on: %s", async (_, headers) => {
  const maxClicksUrl = "https://example.com/over";
  const link = await newLink(2, { maxClicksUrl });
  const url = `${others.near.shortUrl}/${link.code}`;
  for (const [options, status] of Object.values(uncounted)) {
    expect(await answerOf(url, { ...options, headers: { ...options.headers, ...headers } })).toEqual([
      status,
      undefined,
    ]);
  }
  expect(await answerOf(`${url}+`, { headers })).toEqual([200, undefined]);
  const answers = [1, 2, 3, 4].map(() => answerOf(url, { headers }));
  expect((await Promise.all(answers)).filter(([, to]) => to === "https://example.com/")).toHaveLength(2);
  await expect.poll(() => answerOf(url, { headers })).toEqual([302, maxClicksUrl]);
  // The other listener queried the cap a moment ago and may still use its cached result.
  await expect.poll(() => answerOf(url, { headers, method: "HEAD" })).toEqual([302, maxClicksUrl]);
  await expect.poll(() => answerOf(`${url}+`, { headers })).toEqual([410, undefined]);
  await expect.poll(() => people(link.id), atMost).toBe(2);
});

test("a cap comes before the password, and is asked of whoever has given it", async () => {
  const link = await newLink(1, { password: "hop-hop" });
  const urls = [stack.shortUrl, others.far.shortUrl].map((shortUrl) => `${shortUrl}/${link.code}`);
  const body = "password=hop-hop";
  const send = (url = ""): Promise<Response> =>
    fetch(url, { method: "POST", redirect: "manual", body: new URLSearchParams(body), headers: browser });
  for (const url of urls) expect(await answerOf(url)).toEqual([200, undefined]);
  const sent = await Promise.all(urls.map(send));
  expect(sent.map(({ status }) => status).filter((status) => status === 303)).toHaveLength(1);
  for (const url of urls) {
    await expect.poll(() => answerOf(url)).toEqual([410, undefined]);
    expect((await send(url)).status).toBe(410);
  }
  expect(await used(link.id)).toBe(1);
});

test("caps of 1, 10 and 1,000 are exact while listeners, redirectors and Postgres are killed", async () => {
  const [one, ten, thousand] = [await newLink(1), await newLink(10), await newLink(1000)];
  let restarted: Promise<void> = Promise.resolve();
  const kills: Readonly<Record<number, () => void>> = {
    100: () => signal(processTree(stack.pids()["redirector"] ?? 0)[1] ?? 0, "SIGKILL"),
    300: () => signal(processTree(others.near.pid)[1] ?? 0, "SIGKILL"),
    400: () => {
      const { far } = others;
      restarted = far.kill().then(async () => void (others.far = await start("far", portOf(far))));
    },
    600: () => killAll(stack.pids()["postgres"]),
    800: () => signal(stack.pids()["redirector"] ?? 0, "SIGKILL"),
  };
  const at = (crowd: { code: string }, count: number, onRedirect?: (redirected: number) => void): People =>
    sendPeople({ count, code: crowd.code, shortUrl: everywhere, ...(onRedirect && { onRedirect }) });
  const [first, second] = [at(one, 500), at(ten, 500)];
  const third = at(thousand, 1100, (redirected) => kills[redirected]?.());
  const crowds = [first, second, third];
  await finished(crowds);
  await restarted;
  console.log("caps of 1, 10 and 1,000:", JSON.stringify(crowds.map(({ tally }) => tally)));
  const all = [
    await counted(one.id, 1, first.tally),
    await counted(ten.id, 10, second.tally),
    await counted(thousand.id, 1000, third.tally),
  ];
  expect(all).toEqual([exactly(1), exactly(10), exactly(1000)]);
}, 360_000);

const farIsBack = async (): Promise<void> => void (others.far = await start("far", portOf(others.far)));

/**
 * Kills the far redirector while it holds leased visits of a link with a cap of 200; returns the link and the visitors'
 * outcomes.
 */
async function killedWithLeases(): Promise<{ link: { id: string; code: string }; crowd: People }> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const link = await newLink(200);
    const { far } = others;
    let killed: Promise<void> | undefined;
    const kill = (redirected: number): void => {
      if (redirected >= 60) killed ??= far.kill();
    };
    const crowd = sendPeople({ count: 120, code: link.code, shortUrl: () => far.shortUrl, onRedirect: kill });
    await expect.poll(() => killed !== undefined).toBe(true);
    await killed;
    crowd.giveUp();
    await crowd.done;
    if ((await leased(link.id)) > 0) return { link, crowd };
    await farIsBack();
  }
  throw new Error("the redirector never died with a lease");
}

test("what a killed redirector had not used returns once it is back with its disk", async () => {
  const { link, crowd } = await killedWithLeases();
  await farIsBack();
  await expect.poll(() => leased(link.id)).toBe(0);
  const rest = sendPeople({ count: 250, code: link.code, shortUrl: everywhere });
  await rest.done;
  expect(await counted(link.id, 200, crowd.tally, rest.tally)).toEqual(exactly(200));
}, 240_000);

test("what a redirector holds that never returns stays with it, until an operator declares it lost", async () => {
  const { link, crowd } = await killedWithLeases();
  try {
    const lost = await holders(link.id);
    const visits = await leased(link.id);
    const present = (): string => (Math.random() < 0.5 ? stack.shortUrl : others.near.shortUrl);
    const rest = sendPeople({ count: 250, code: link.code, shortUrl: present });
    // The other redirectors have used all visits that are not leased by the killed one.
    const figures = async () => ({ used: await used(link.id), leased: await leased(link.id) });
    await expect.poll(figures, atMost).toEqual({ used: 200 - visits, leased: visits });
    const { statusCode, headers } = await answerTo(`${present()}/${link.code}`);
    expect([statusCode, headers["retry-after"]]).toEqual([503, "1"]);
    expect({ visits: await leased(link.id), of: await holders(link.id) }).toEqual({ visits, of: lost });
    for (const holder of lost) {
      expect(await runTool(stack, "operator", {}, ["lost", holder])).toMatchObject({ code: 0 });
    }
    await rest.done;
    expect(await used(link.id)).toBe(200);
    expect(crowd.tally.redirected + rest.tally.redirected).toBeLessThanOrEqual(200);
  } finally {
    await farIsBack();
  }
  await expect.poll(() => answerOf(`${others.far.shortUrl}/${link.code}`), atMost).toEqual([410, undefined]);
  expect(await people(link.id)).toBeLessThanOrEqual(200);
}, 240_000);

test("while Postgres stands still, visitors are told to come again, and then all N get in", async () => {
  const link = await newLink(20);
  const postgres = processTree(stack.pids()["postgres"] ?? 0);
  for (const pid of postgres) signal(pid, "SIGSTOP");
  try {
    const { statusCode, headers } = await answerTo(`${others.near.shortUrl}/${link.code}`);
    expect([statusCode, headers["retry-after"], headers["cache-control"]]).toEqual([503, "1", "no-store"]);
  } finally {
    for (const pid of postgres) signal(pid, "SIGCONT");
  }
  const crowd = sendPeople({ count: 40, code: link.code, shortUrl: everywhere });
  await crowd.done;
  expect(await counted(link.id, 20, crowd.tally)).toEqual(exactly(20));
}, 240_000);

test("with a full disk nobody is let through, and nothing is used", async () => {
  const link = await newLink(100);
  let redirected = 0;
  const status = async () => {
    const { statusCode } = await answerTo(`${others.near.shortUrl}/${link.code}`);
    if (statusCode === 302) redirected++;
    return statusCode;
  };
  try {
    // Shipped chunks free space, so the disk is filled again before each visit.
    await expect.poll(() => (disk.fill(), status())).toBe(503);
  } finally {
    disk.clear();
  }
  await expect.poll(status).toBe(302);
  const crowd = sendPeople({ count: 120, code: link.code, shortUrl: everywhere });
  await crowd.done;
  const all = { ...crowd.tally, redirected: crowd.tally.redirected + redirected };
  expect(await counted(link.id, 100, all)).toEqual(exactly(100));
}, 240_000);
