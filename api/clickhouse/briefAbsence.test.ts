import { UnavailableError } from "@hoplog/schema/errors.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestApi, type TestApi } from "../testing/testApi.ts";
import { despiteBriefAbsence } from "./briefAbsence.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const refused = () => Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

it("asks again while ClickHouse has just gone away", async () => {
  let asked = 0;
  const answer = await despiteBriefAbsence(api.services.clickhouse, async () => {
    if (++asked < 4) throw refused();
    return "here";
  });
  expect([answer, asked]).toEqual(["here", 4]);
});

it("gives up on one that stays away, and then lets nobody else wait for it", async () => {
  const away = () => Promise.reject(refused());
  const { clickhouse } = api.services;
  await expect(despiteBriefAbsence(clickhouse, away)).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
  let asked = 0;
  const next = despiteBriefAbsence(clickhouse, () => {
    asked += 1;
    return away();
  });
  await expect(next).rejects.toThrow(UnavailableError);
  expect(asked).toBe(1);
  expect(await despiteBriefAbsence(clickhouse, () => Promise.resolve("back"))).toBe("back");
});

it("hands on every other failure at once", async () => {
  let asked = 0;
  const wrong = despiteBriefAbsence(api.services.clickhouse, async () => {
    asked += 1;
    throw new Error("Syntax error");
  });
  await expect(wrong).rejects.toThrow("Syntax error");
  expect(asked).toBe(1);
});
