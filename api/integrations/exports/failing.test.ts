import { expect, it, onTestFinished, vi } from "vitest";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { createExport, openExportTests } from "../../testing/clickExports.ts";
import { signUp } from "../../testing/testApi.ts";
import { planFiles } from "./plan.ts";

it("an export whose files can't be planned holds up no other, and is logged with its id", async () => {
  const tests = await openExportTests();
  onTestFinished(() => tests.close());
  const { reads, logger } = tests.api.services;
  const logged = vi.spyOn(logger, "error");
  const { id: bad } = await createExport(tests, await signUp(tests.api));
  const { id: good } = await createExport(tests, await signUp(tests.api));
  await reads.query(
    sql`UPDATE click_export SET planned_until = NULL, start_at = CASE WHEN id = ${bad} THEN 'infinity' ELSE start_at END`,
  );
  expect(await planFiles(tests.api.services)).toBe(false);
  const { rows } = await reads.query("SELECT id FROM click_export WHERE planned_until IS NOT NULL");
  expect(rows).toEqual([{ id: good }]);
  expect(logged).toHaveBeenCalledWith(expect.objectContaining({ id: bad }), expect.stringContaining("retrying later"));
});
