import { createClickHouse } from "@hoplog/platform/clickhouse/createClickHouse.js";
import { UnavailableError } from "@hoplog/schema/errors.js";
import { afterAll, expect, it } from "vitest";
import { retryBriefOutage } from "./retryBriefOutage.ts";

// A client of this test only: any successful query of a shared client would end the outage.
const clickhouse = createClickHouse({ clickHouseUrl: "http://127.0.0.1:1", database: "none", application: "test" });
afterAll(() => clickhouse.close());

const refused = () => Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

it("retries while ClickHouse has just gone away", async () => {
  let attempts = 0;
  const answer = await retryBriefOutage(clickhouse, async () => {
    if (++attempts < 4) throw refused();
    return "here";
  });
  expect([answer, attempts]).toEqual(["here", 4]);
});

it("gives up on one that stays away, and then lets nobody else wait for it", async () => {
  const away = () => Promise.reject(refused());
  await expect(retryBriefOutage(clickhouse, away)).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
  let attempts = 0;
  const next = retryBriefOutage(clickhouse, () => {
    attempts += 1;
    return away();
  });
  await expect(next).rejects.toThrow(UnavailableError);
  expect(attempts).toBe(1);
  expect(await retryBriefOutage(clickhouse, () => Promise.resolve("back"))).toBe("back");
});

it("hands on every other failure at once", async () => {
  let attempts = 0;
  const wrong = retryBriefOutage(clickhouse, async () => {
    attempts += 1;
    throw new Error("Syntax error");
  });
  await expect(wrong).rejects.toThrow("Syntax error");
  expect(attempts).toBe(1);
});
