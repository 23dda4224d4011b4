import { sql } from "@hoplog/platform/postgres/sql.js";
import { encodeHopId } from "@hoplog/schema/conversions/hopId.js";
import { uuidBytes } from "@hoplog/schema/uuid.js";
import { v7 as uuid } from "uuid";
import { expect, vi } from "vitest";
import { rowsOf } from "../kernel/database/statements.ts";
import { insertClicks, type TestClick } from "./clicks.ts";
import { call, type TestApi, type TestUser } from "./testApi.ts";

/** Returns the `hop_id` of a click. */
export function hopIdOf({ id, linkId, at }: { readonly id: string; readonly linkId: string; readonly at: string }) {
  return encodeHopId({ clickId: uuidBytes(id), linkId: uuidBytes(linkId), at: Date.parse(at) });
}

/** Inserts a click of a link, and returns its `hop_id`. */
export async function clickOn(
  api: TestApi,
  user: TestUser,
  linkId: string,
  facts: Partial<TestClick> = {},
): Promise<string> {
  const click = { id: uuid(), ownerId: user.id, linkId, at: new Date(Date.now() - 60_000).toISOString(), ...facts };
  await insertClicks(api, [click]);
  return hopIdOf(click);
}

/** Reports a conversion and returns its id. */
export async function report(api: TestApi, user: TestUser, body: object): Promise<string> {
  const answer = await call(api, "POST", "/api/conversions", { user, body });
  expect(answer.status).toBe(201);
  return (answer.body["data"] as { _id: string })._id;
}

/** The fields of a sale in tests, without its click. */
export const sale = { type: "sale", amount: 4900, currency: "EUR" } as const;

/** Returns a workspace's conversions in ClickHouse, except removed ones. */
export async function conversionRows(api: TestApi, { id: owner }: Pick<TestUser, "id">) {
  const answer = await api.services.clickhouse.query({
    query: "SELECT * FROM conversions FINAL WHERE owner_id = {owner: UUID} AND NOT removed ORDER BY conversion_id",
    query_params: { owner },
    format: "JSONEachRow",
  });
  return answer.json<Record<string, unknown>>();
}

/** Returns the `data` of a response. */
export async function dataOf(api: TestApi, path: string, user: TestUser): Promise<unknown> {
  return (await call(api, "GET", path, { user })).body["data"];
}

/** Waits until ClickHouse has all conversions of a workspace. */
export async function conversionsWritten(api: TestApi, { id }: Pick<TestUser, "id">): Promise<void> {
  await vi.waitFor(
    async () =>
      expect(
        await rowsOf<object>(
          api.services.orm.em.fork(),
          sql`SELECT id FROM conversion WHERE owner_id = ${id} AND next_try_at IS NOT NULL`,
        ),
      ).toHaveLength(0),
    {
      timeout: 60_000,
    },
  );
}

/** Reports leads and sales of a link, including one by a bot and a deleted one. */
export async function convertSome(api: TestApi, user: TestUser, linkId: string): Promise<void> {
  for (const [i, isBot] of [false, false, true].entries()) {
    const clickId = await clickOn(api, user, linkId, { isBot, rule: i });
    await report(api, user, { clickId, type: "sale", amount: 100 * i, currency: i === 1 ? "JPY" : "EUR" });
    const mistake = await report(api, user, { clickId, type: "lead" });
    if (i === 0) await call(api, "DELETE", `/api/conversions/${mistake}`, { user });
  }
  await conversionsWritten(api, user);
}
