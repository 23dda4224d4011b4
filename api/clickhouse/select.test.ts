import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { openTestApi, type TestApi } from "../testing/testApi.ts";
import { select } from "./select.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

it("reports in one line what is wrong with rows, however many there are", async () => {
  const row = z.object({ n: z.uuid() });
  const answer = select(api.services.clickhouse, row, "SELECT 'x' AS n FROM numbers({rows: UInt32})", { rows: 10_000 });
  await expect(answer).rejects.toThrow(/^ClickHouse answered with other rows than expected: 0\.n: Invalid UUID$/);
});
