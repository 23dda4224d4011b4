import { storedPorts } from "@hoplog/stack/datafolder/ports.js";
import { seededRandom } from "@hoplog/stack/demo/random.js";
import { expect, onTestFinished, test } from "vitest";
import { visitors } from "../browser/visitors.ts";
import { clickHouseOf, openBooks, visitorsOff } from "../faults/figures.ts";
import { type Load, startLoad } from "../faults/steadyLoad.ts";
import { openAccount } from "../running/account.ts";
import type { TestStack } from "../running/runningStack.ts";
import { cutMs, wholeMs } from "./duration.ts";
import { delayMs, openInstallation } from "./installation.ts";
import { latenciesOf, listOf, type Phase, slowSeconds } from "./latencies.ts";

const perSecond = 100;
const linkCount = 4;
const roundTripMs = 2 * delayMs;

test.each(["Postgres", "Kafka"] as const)(
  "a redirector far away, and cut off under load, redirects like one nearby and loses nothing; %s is the log",
  async (log) => {
    const installation = await openInstallation(log);
    onTestFinished(installation.close);
    const { stack } = installation;
    const account = await openAccount(stack.appUrl, "far@example.com");
    const links = await Promise.all(
      Array.from({ length: linkCount }, (_, i) => account.createLink({ name: `Link ${i + 1}` })),
    );
    const far = await installation.startFar();
    // The default domain counts as one more link.
    await expect.poll(far.links).toBe(linkCount + 1);
    const nearUrl = `http://127.0.0.1:${stack.shortPort}`;
    const codes = links.map(({ code }) => [1, code] as const);
    const loads = { near: visit(nearUrl, codes), far: visit(far.shortUrl, codes) };
    const answers = (): number => loads.near.answered() + loads.far.answered();
    const phases: Phase[] = [];
    const measure = async (name: string, during: (since: number) => Promise<unknown>): Promise<void> => {
      const since = Date.now();
      await during(since);
      const [near, far] = [loads.near, loads.far].map((load) => latenciesOf(load, since, roundTripMs));
      if (near && far) phases.push({ name, near, far });
    };
    const passed = async (since: number, ms: number): Promise<void> => {
      const limits = { timeout: ms + 60_000, interval: 200 };
      await expect.poll(() => Date.now() - since, limits).toBeGreaterThan(ms);
    };

    await measure("slow", (since) => passed(since, wholeMs));
    await expect.poll(far.shipped).toBeGreaterThan(0);

    // The link that is created during the cut, and how many of its visits were redirected.
    const made = { id: "", code: "", counted: 0 };
    const visitMade = async (base: string): Promise<number> => {
      const { status } = await fetch(`${base}/${made.code}`, {
        redirect: "manual",
        headers: { "user-agent": visitors.firefoxOnLinux },
      });
      if (status === 302) made.counted++;
      return status;
    };
    await installation.cut();
    await measure("cut off", async (since) => {
      const before = loads.far.answered();
      await passed(since, cutMs / 2);
      Object.assign(made, await account.createLink({ name: "Made meanwhile" }));
      await expect.poll(() => visitMade(nearUrl)).toBe(302);
      await passed(since, cutMs);
      expect(await visitMade(far.shortUrl)).toBe(503);
      expect(await far.isReady()).toBe(true);
      const [answered, shipped] = [loads.far.answered(), await far.shipped()];
      console.log(`${log}: cut off for ${Date.now() - since} ms, ${answered - shipped} clicks wait in the spool`);
      expect(answered - shipped).toBeGreaterThan((answered - before) * 0.95);
    });
    await installation.heal();
    await measure("back", async (since) => {
      await expect.poll(() => visitMade(far.shortUrl), { interval: 20 }).toBe(302);
      const worksMs = Date.now() - since;
      await expect
        .poll(async () => loads.far.answered() - (await far.shipped()), { timeout: 600_000, interval: 200 })
        .toBeLessThan(2 * perSecond);
      console.log(
        `${log}: the link made meanwhile works ${worksMs} ms after the line is back, clicks are shipped as they come after ${Date.now() - since} ms`,
      );
      expect(worksMs).toBeLessThan(15_000);
      await passed(since, wholeMs);
    });
    await Promise.all([loads.near.stop(), loads.far.stop()]);
    console.log(`${log}: redirects of both in the same time\n${listOf(phases, roundTripMs)}`);

    expect([...loads.near.failures, ...loads.far.failures]).toEqual([]);
    // Soft expectations, so that all failures are reported.
    for (const { near, far } of phases) {
      expect.soft(far.p50).toBeLessThan(near.p50 + 10);
      expect.soft(far.p95).toBeLessThan(near.p95 + 100);
      // A busy machine stalls for a second now and then, but a redirector that waits for the far line would be slow far
      // more often.
      expect.soft(slowSeconds(far)).toBeLessThanOrEqual(2 * slowSeconds(near) + 2);
    }

    const books = openBooks(clickHouseOf(stack));
    onTestFinished(books.close);
    const counts = links.map(({ code }) => answeredOf(loads.near, code) + answeredOf(loads.far, code));
    const expected = [...counts, made.counted];
    const read = () => Promise.all([...links, made].map(({ id }) => books.ofLink(id)));
    await expect
      .poll(async () => (await read()).map(({ rows }) => rows?.everyone), { timeout: 300_000, interval: 500 })
      .toEqual(expected);
    // After this wait, every redelivery that could be counted twice has been processed.
    await expect.poll(() => lagOf(stack)).toBe(0);
    const same = (everyone: number) => ({ people: everyone, everyone });
    expect(await read()).toEqual(
      expected.map((count) => ({
        rows: same(count),
        "different clicks": same(count),
        link_quarter: same(count),
        request_quarter: { everyone: count },
        [visitorsOff]: same(0),
      })),
    );
    console.log(
      `${log}: answered ${answers() + made.counted}, rows ${expected.reduce((sum, count) => sum + count, 0)}`,
    );
  },
);

function visit(shortUrl: string, codes: readonly (readonly [number, string])[]): Load {
  return startLoad({
    shortUrls: [shortUrl],
    codes,
    visitors: [[1, { userAgent: visitors.firefoxOnLinux, isBot: false }]],
    perSecond,
    random: seededRandom(1),
  });
}

function answeredOf(load: Load, code: string): number {
  return load.counts.get(code)?.answeredPeople ?? 0;
}

/** Returns the number of batches that are not counted yet. */
async function lagOf({ dataFolder }: TestStack): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${storedPorts(dataFolder)?.ingest}/metrics`)).text();
  return Number(/^hoplog_ingest_lag_records\{.*\} (\d+)/m.exec(text)?.[1] ?? Number.NaN);
}
