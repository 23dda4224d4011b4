import { expect, it } from "vitest";
import { insertClicks } from "../testing/clicks.ts";
import { cutClicksOf } from "../testing/retention.ts";
import { makeLink, openTestApi, signUp } from "../testing/testApi.ts";

/** So many rows over 40 days: `CUT_ROWS=4000000 npx vitest run api/clickRetention/cutCost.test.ts`. */
const rows = Number(process.env["CUT_ROWS"] ?? 0);
const now = new Date("2026-04-10T12:00:00Z");

it.runIf(rows > 0)("a cut of one day holds up no inserts", { timeout: 600_000 }, async () => {
  const api = await openTestApi();
  try {
    const user = await signUp(api);
    const links = await Promise.all(Array.from({ length: 20 }, () => makeLink(api, user)));
    await api.services.clickhouse.command({
      query: `INSERT INTO clicks (owner_id, link_id, at, click_id, batch_id, visitor, country, device, browser)
        SELECT if(number % 4 = 0, toUUID({owner: UUID}), toUUID('00000000-0000-4000-8000-00000000000a')), {links: Array(UUID)}[number % 20 + 1],
          toDateTime64('2026-03-01 00:00:00', 3, 'UTC') + intDiv(number * 40 * 86400, {rows: UInt64}), generateUUIDv4(number),
          toUUID(concat('00000000-0000-4000-8000-', leftPad(toString(intDiv(number, 50)), 12, '0'))), cityHash64(number % 100000),
          ['DE', 'FR', 'US'][number % 3 + 1], 'desktop', ['Firefox', 'Chrome'][number % 2 + 1]
        FROM numbers({rows: UInt64})`,
      query_params: { owner: user.id, links: links.map(({ id }) => id), rows },
      clickhouse_settings: { max_execution_time: 0 },
    });
    const insertOne = async () => {
      const at = performance.now();
      await insertClicks(api, [{ ownerId: user.id, linkId: links[0]?.id ?? "", at: now.toISOString() }]);
      return performance.now() - at;
    };
    const measure = async (work: () => Promise<void>) => {
      const inserts: number[] = [];
      const state = { isDone: false };
      const started = performance.now();
      const done = work().finally(() => (state.isDone = true));
      while (!state.isDone) inserts.push(await insertOne());
      await done;
      const sorted = inserts.toSorted((a, b) => a - b);
      return {
        tookMs: performance.now() - started,
        median: sorted[sorted.length >> 1] ?? 0,
        longest: sorted.at(-1) ?? 0,
      };
    };
    // The first cut removes ten days, the next one a day.
    const alone = await measure(async () => {
      for (let i = 0; i < 20; i++) await insertOne();
    });
    const first = await measure(() => cutClicksOf(api, user.id, 30, now));
    const oneDay = await measure(() => cutClicksOf(api, user.id, 30, new Date(now.getTime() + 86_400_000)));
    process.stdout.write(`${JSON.stringify({ rows, alone, first, oneDay })}\n`);
    expect(oneDay.longest).toBeLessThan(Math.max(2000, alone.longest * 10));
  } finally {
    await api.close();
  }
});
