import { signal } from "@hoplog/stack/processes/inspect.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { visitors } from "../browser/visitors.ts";
import { stackPlace, type StackPlace } from "../running/runningStack.ts";
import { openAccount } from "./account.ts";
import { visitMany } from "./load.ts";

let place: StackPlace;
beforeAll(async () => {
  place = await stackPlace();
  await place.start().ready();
});
afterAll(() => place.clear());

const count = 20_000;

/** What is killed when so many visits are done. */
const kills: readonly (readonly [number, string])[] = [
  [3000, "redirector"],
  [6000, "ingest"],
  [9000, "clickhouse"],
  [12_000, "postgres"],
  [15_000, "redirector"],
  [17_000, "api"],
];

test("every answered click counts once, whatever is killed in between", async () => {
  const account = await openAccount(place.appUrl);
  const waiting = [...kills];
  const result = await visitMany(`${place.shortUrl}/${account.code}`, count, visitors.firefoxOnLinux, (done) => {
    const next = waiting[0];
    if (!next || done < next[0]) return;
    const pid = place.pids()[next[1]];
    // Not listed while it is being started again: its turn comes a little later.
    if (pid === undefined) return;
    waiting.shift();
    signal(pid, "SIGKILL");
  });
  expect(waiting).toEqual([]);
  expect(result.wrong).toBe(0);
  expect(result.answered + result.cutOff).toBe(count);

  const counted = await settled(account, result.answered);
  console.log(`answered ${result.answered}, cut off ${result.cutOff}, counted ${JSON.stringify(counted)}`);
  expect(counted.card).toBeGreaterThanOrEqual(result.answered);
  expect(counted.card).toBeLessThanOrEqual(result.answered + result.cutOff);
  expect(counted).toEqual({ card: counted.card, stats: counted.card, log: counted.card });
});

/** The counts once they hold everything answered and two readings in a row agree. */
async function settled(account: Awaited<ReturnType<typeof openAccount>>, least: number) {
  let before = "";
  return expect
    .poll(
      async () => {
        const counts = await account.counts().catch(() => null);
        const same = counts !== null && JSON.stringify(counts) === before && (counts.card ?? 0) >= least;
        before = JSON.stringify(counts);
        return same;
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBe(true)
    .then(() => account.counts());
}
