import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { leaseVisits, useVisits } from "../../testing/caps.ts";
import { makeLink, openTestApi, signUp, type TestApi } from "../../testing/testApi.ts";
import { savedRows, tablesToSave } from "./postgresTables.ts";

let api: TestApi;
let client: pg.Client;
beforeAll(async () => {
  api = await openTestApi();
  client = new pg.Client({ connectionString: api.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await api.close();
});

it("saves visits that are leased as used, and no leases", async () => {
  const user = await signUp(api);
  const [some, none] = [
    await makeLink(api, user, { maxClicks: 10 }),
    await makeLink(api, user, { maxClicks: 10 }),
    await makeLink(api, user, { maxClicks: 10 }),
  ];
  await useVisits(api, some.id, 4);
  await leaseVisits(api, { linkId: some.id, visits: 2 });
  await leaseVisits(api, { linkId: some.id, visits: 1 });
  await useVisits(api, none.id, 5);
  const tables = await tablesToSave(client);
  const caps = tables.find(({ name }) => name === "link_cap");
  if (!caps) throw new Error("caps are not saved");
  const { rows } = await client.query<{ link_id: string }>(savedRows(caps, false));
  expect(new Map(rows.map((row) => [row.link_id, row]))).toEqual(
    new Map([
      [some.id, { link_id: some.id, number: 1, used: 7 }],
      [none.id, { link_id: none.id, number: 1, used: 5 }],
    ]),
  );
  expect(tables.filter(({ name }) => name.includes("lease"))).toEqual([]);
});
