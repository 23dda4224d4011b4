import { join } from "node:path";
import { seededRandom } from "@hoplog/stack/demo/random.js";
import { expect } from "vitest";
import { openAccount, type Account } from "../running/account.ts";
import { visitors } from "../browser/visitors.ts";
import { newTestStack, type TestStack } from "../running/runningStack.ts";
import {
  clickHouseOf,
  openBooks,
  servedFigures,
  shownFigures,
  visitorsOff,
  type Figures,
  type TestedLink,
} from "./figures.ts";
import { type Door, type OpenDoor, twoPorts } from "./door.ts";
import { inject, openSpoolDisk, type Done } from "./inject.ts";
import { joinIngest } from "./joinIngest.ts";
import { planFaults } from "./plan.ts";
import { openProxies } from "./proxy.ts";
import { startLoad, type CodeCounts, type Load } from "./steadyLoad.ts";
import { listOf, median, outages, unexplained } from "./summary.ts";
import { ways, type Way } from "./ways.ts";
import { whereabouts } from "./whereabouts.ts";

export interface FaultRun {
  readonly seed: number;
  readonly durationMs: number;
  readonly freezeMs: number;
  readonly killEveryMs: number;
  readonly perSecond: number;
}

const linkCount = 8;

/** Options of every second link: visitors get different destinations, but all are redirected. */
const deciding = {
  forwardQuery: true,
  rules: [
    { when: { field: "visitor", op: "in", values: ["bot"] }, then: { url: "https://example.com/bots" } },
    {
      when: {
        all: [
          { field: "country", op: "notIn", values: ["AT"] },
          { field: "os", op: "in", values: ["Windows"] },
        ],
      },
      then: { url: "https://example.com/windows" },
    },
  ],
  split: {
    sticky: true,
    arms: [
      { url: "https://example.com/a", weight: 1 },
      { url: "https://example.com/b", weight: 2 },
    ],
  },
};

/** Time in milliseconds for new links to reach the replicas; before that, a redirector must query Postgres. */
const quietMs = 3000;

/** Runs the stack in one setup under load and faults, and compares every count with the visitors' responses. */
export async function runFaults(way: Way, run: FaultRun, openDoor: OpenDoor = twoPorts): Promise<void> {
  console.log(`Faults on ${way}: seed ${run.seed}, ${run.durationMs / 1000} s (FAULT_SEED=${run.seed} repeats them)`);
  const testStack = await newTestStack();
  const spool = openSpoolDisk(join(testStack.dataFolder, "spool"));
  const { proxies, through } = await openProxies(testStack, ways[way].engines);
  const door = await openDoor(testStack);
  try {
    await testStack
      .start({
        boot: ways[way].boot,
        env: { THROUGH: JSON.stringify(through), RATE_LIMITS: "off", SPOOL_RESERVE_MB: "4", ...door.env },
      })
      .ready();
    const account = await openAccount(door.appUrl, "faults@example.com");
    const links = await Promise.all(
      Array.from({ length: linkCount }, async (_, i): Promise<TestedLink> => {
        const name = `Link ${i + 1}`;
        const link = { name, originalUrl: `https://example.com/${i}` };
        return { name, ...(await account.createLink(link, i % 2 === 1 ? deciding : {})) };
      }),
    );
    const random = seededRandom(run.seed);
    const load = startLoad({
      shortUrls: door.shortUrls,
      ca: door.ca,
      codes: links.map(({ code }, i) => [1 / (i + 1), code]),
      visitors: [
        [5, { userAgent: visitors.firefoxOnLinux, isBot: false }],
        [4, { userAgent: visitors.chromeOnWindows, isBot: false }],
        [1, { userAgent: visitors.googlebot, isBot: true }],
      ],
      perSecond: run.perSecond,
      random,
    });
    const planned = planFaults({ ...run, parts: ways[way].parts, engines: ways[way].engines });
    const done = await injectAll(
      planned,
      { testStack, proxies, joinIngest: joinIngest(testStack, way, through), spool, random },
      run,
    );
    await load.stop();
    await compare({ testStack, door, account, links, load, done });
  } finally {
    await testStack.clear(() => spool.release());
    await Promise.all([...proxies.values()].map((proxy) => proxy.close()));
    door.close();
  }
}

/** Injects every fault at its time; resolves when the load's duration is over and all faults have ended. */
async function injectAll(
  planned: ReturnType<typeof planFaults>,
  injecting: Parameters<typeof inject>[1],
  { durationMs }: FaultRun,
): Promise<Done[]> {
  const startedAt = Date.now() + quietMs;
  const until = (at: number): Promise<void> =>
    new Promise((resolve) => setTimeout(resolve, Math.max(0, startedAt + at - Date.now())));
  const [results] = await Promise.all([
    Promise.all(
      planned.map(async (fault) => {
        await until(fault.at);
        return inject(fault, injecting);
      }),
    ),
    until(durationMs),
  ]);
  return results.filter((result) => result !== null);
}

interface Compared {
  readonly testStack: TestStack;
  readonly door: Door;
  readonly account: Account;
  readonly links: readonly TestedLink[];
  readonly load: Load;
  readonly done: readonly Done[];
}

async function compare({ testStack, door, account, links, load, done }: Compared): Promise<void> {
  const books = openBooks(clickHouseOf(testStack));
  const read = async (link: TestedLink): Promise<Figures> => ({
    ...(await books.ofLink(link.id)),
    ...(await servedFigures(door.appUrl, account, link)),
  });
  const settleFrom = Date.now();
  let before = "";
  // Waits until all services are back, and two consecutive readings agree.
  await expect
    .poll(
      async () => {
        const now = JSON.stringify(await Promise.all(links.map(read)).catch(() => null));
        const same = now !== "null" && now === before && isComplete(JSON.parse(now), links, load);
        before = now;
        return same;
      },
      { timeout: 480_000, interval: 500 },
    )
    .toBe(true)
    .catch(() => undefined);
  const settledMs = Date.now() - settleFrom;
  // The figures are read one by one, so they agree only when no more clicks arrive.
  await expect
    .poll(async () => new Set(Object.values(await books.ofEverything()).map((figure) => JSON.stringify(figure))).size, {
      timeout: 60_000,
      interval: 500,
    })
    .toBe(1)
    .catch(() => undefined);
  const everything = await books.ofEverything();
  const perLink = await Promise.all(links.map(read));
  const shown = await shownFigures(door.appUrl, account, links);
  await books.close();

  const sum = (key: keyof CodeCounts): number => [...load.counts.values()].reduce((total, one) => total + one[key], 0);
  const { rows } = everything;
  const failures = Object.groupBy(load.failures, ({ outcome }) => outcome);
  const back = outages(done, load);
  console.log(
    [
      `  ${done.length} faults; ${listOf(done).join("; ")}`,
      `  answered ${sum("answeredPeople") + sum("answeredBots")}, cut off ${sum("cutOffPeople") + sum("cutOffBots")}, refused ${failures.refused?.length ?? 0}, rows ${rows?.everyone}; unknown codes answered ${load.unknown.answered}`,
      `  redirects again after a killed redirector: median ${median(back)} ms, most ${Math.max(0, ...back)} ms; counts complete ${settledMs} ms after the load`,
    ].join("\n"),
  );

  const wrong = unexplained(done, load);
  if (wrong.length > 0) console.log("faults", JSON.stringify(done), "failures", JSON.stringify(load.failures));
  expect(wrong).toEqual([]);
  if (!isComplete(perLink, links, load)) console.log(await whereabouts(testStack, load));
  links.forEach((link, i) => {
    const figures: Figures = { ...perLink[i], page: { people: shown[i] ?? -1 } };
    const counts = load.counts.get(link.code);
    const counted = { people: 0, everyone: 0, ...perLink[i]?.["rows"] };
    const cutOff = (counts?.cutOffPeople ?? 0) + (counts?.cutOffBots ?? 0);
    const answered = (counts?.answeredPeople ?? 0) + (counts?.answeredBots ?? 0);
    expect(counted.everyone).toBeGreaterThanOrEqual(answered);
    expect(counted.everyone).toBeLessThanOrEqual(answered + cutOff);
    expect(counted.people).toBeGreaterThanOrEqual(counts?.answeredPeople ?? 0);
    expect(counted.people).toBeLessThanOrEqual((counts?.answeredPeople ?? 0) + (counts?.cutOffPeople ?? 0));
    const { [visitorsOff]: off, ...sums } = figures;
    expect(off).toEqual({ people: 0, everyone: 0 });
    for (const figure of Object.values(sums)) expect(counted).toMatchObject(figure);
  });
  expect(everything).toEqual(Object.fromEntries(Object.keys(everything).map((at) => [at, rows])));
}

function isComplete(
  read: readonly Record<string, { everyone?: number }>[],
  links: readonly TestedLink[],
  load: Load,
): boolean {
  return links.every(({ code }, i) => {
    const counts = load.counts.get(code);
    return (read[i]?.["REST list"]?.everyone ?? 0) >= (counts?.answeredPeople ?? 0) + (counts?.answeredBots ?? 0);
  });
}
