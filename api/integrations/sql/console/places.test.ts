import { randomUUID } from "node:crypto";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { UnavailableError } from "@hoplog/schema/errors.js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { RateLimitError } from "../../../kernel/limits/rateLimitError.ts";
import { openTestApi, type TestApi } from "../../../testing/testApi.ts";
import { releasePlace, type Place, renewPlace, runningQuery, takePlace } from "./places.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());
afterEach(() => api.services.reads.query("DELETE FROM sql_run"));

const take = (ownerId = randomUUID(), places = 3) => takePlace(api.services, ownerId, randomUUID(), places);

function taken(results: readonly PromiseSettledResult<Place>[]): number[] {
  return results.flatMap((result) => (result.status === "fulfilled" ? [result.value.place] : [])).toSorted();
}

describe("places of queries", () => {
  it("are given once each, however many ask at the same moment, and come free again", async () => {
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => take()));
    expect(taken(results)).toEqual([1, 2, 3]);
    const refusals = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    expect(refusals).toHaveLength(9);
    for (const refusal of refusals) expect(refusal).toBeInstanceOf(UnavailableError);
    const second = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []))[1];
    if (!second) throw new Error("none was given");
    await releasePlace(api.services, second);
    expect((await take()).place).toBe(second.place);
  });

  it("are given to a workspace one at a time", async () => {
    const ownerId = randomUUID();
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => take(ownerId)));
    expect(taken(results)).toEqual([1]);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toBeInstanceOf(RateLimitError);
    const id = await runningQuery(api.services, ownerId);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(await runningQuery(api.services, randomUUID())).toBeNull();
    await releasePlace(api.services, { queryId: id ?? "" });
    expect(await runningQuery(api.services, ownerId)).toBeNull();
    expect((await take(ownerId)).place).toBe(1);
  });

  it("come free when nobody renews them, and then can't be renewed any more", async () => {
    const [kept, lost] = [await take(), await take()];
    expect(await renewPlace(api.services, kept)).toBe(true);
    await api.services.reads.query(
      sql`UPDATE sql_run SET expires_at = now() - interval '1 s' WHERE place = ${lost.place}`,
    );
    expect((await take()).place).toBe(lost.place);
    expect(await renewPlace(api.services, lost)).toBe(false);
  });
});
