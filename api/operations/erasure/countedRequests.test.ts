import { afterAll, beforeAll, expect, it } from "vitest";
import { insertClicks, insertMisses } from "../../testing/clicks.ts";
import { makeLink, openTestApi, signUp, type TestApi } from "../../testing/testApi.ts";
import { eraseClicks } from "./eraseClicks.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const nobody = "00000000-0000-0000-0000-000000000000";

it("requests of an erased link stay counted as erased ones, once, wherever that was interrupted, and go with the account", async () => {
  const user = await signUp(api);
  const [kept, gone] = [await makeLink(api, user), await makeLink(api, user)];
  const visits = (linkId: string, count: number) =>
    Array.from({ length: count }, (_, i) => ({
      ownerId: user.id,
      linkId,
      at: new Date(Date.UTC(2026, 9, 1) + i * 600_000).toISOString(),
    }));
  await insertClicks(api, [...visits(kept.id, 10), ...visits(gone.id, 20)]);
  await insertMisses(
    api,
    visits(gone.id, 3).map((visit) => ({ ...visit, code: "gone" })),
  );
  const { clickhouse } = api.services;
  const erasure = { kind: "link", id: gone.id, ownerId: user.id, pass: 0, domains: [] } as const;
  for (let failing = 0; failing <= 3; failing++) {
    let statements = 0;
    const interrupted: typeof clickhouse = Object.create(clickhouse, {
      command: {
        value: (question: Parameters<typeof clickhouse.command>[0]) =>
          ++statements > failing ? Promise.reject(new Error("cut off")) : clickhouse.command(question),
      },
    });
    await expect(eraseClicks(interrupted, erasure)).rejects.toThrow("cut off");
  }
  for (const pass of [0, 1]) await eraseClicks(clickhouse, { ...erasure, pass });
  const counted = async () => {
    const answer = await clickhouse.query({
      query: `SELECT link_id, sum(clicks), sum(misses), sum(erased) FROM request_quarter WHERE owner_id = '${user.id}'
        GROUP BY link_id ORDER BY link_id != '${nobody}'`,
      format: "JSONCompactEachRow",
      clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
    });
    return answer.json();
  };
  expect(await counted()).toEqual([
    [nobody, 20, 3, 23],
    [kept.id, 10, 0, 0],
  ]);
  await eraseClicks(clickhouse, { kind: "account", id: user.id, ownerId: user.id, pass: 0, domains: [] });
  expect(await counted()).toEqual([]);
});
