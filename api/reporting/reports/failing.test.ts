import { expect, it, onTestFinished, vi } from "vitest";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { createDueStep } from "../../kernel/work/dueWork.ts";
import { openTestApi, signUp } from "../../testing/testApi.ts";
import { reportWork } from "./worker.ts";

it("a report that fails holds up no other, is logged with its id, and is tried again", async () => {
  const api = await openTestApi();
  onTestFinished(() => api.close());
  const owner = await signUp(api);
  const { logger, reads } = api.services;
  const logged = vi.spyOn(logger, "error");
  const add = async (tz: string, dueAt: string) => {
    const { rows } = await reads.query<{ id: string }>(
      sql`INSERT INTO report (id, owner_id, email, cadence, tz, created_at, confirmed_at, next_day, due_at)
       VALUES (gen_random_uuid(), ${owner.id}, ${tz}, 'weekly', ${tz}, now(), now(), '2099-03-02', ${dueAt}) RETURNING id`,
    );
    return rows[0]?.id ?? "";
  };
  const bad = await add("Mars/Base", "2099-03-09T01:00:00Z");
  const good = await add("UTC", "2099-03-09T01:15:00Z");
  let now = new Date("2099-03-09T01:16:00Z");
  const services = { ...api.services, now: () => now };
  let count = 0;
  const step = createDueStep(services, reportWork(services, { inc: () => count++ }));
  const results = async () => [await step(reads), await step(reads), count];
  const sent = async () =>
    (await reads.query("SELECT id FROM report WHERE due_at > '2099-03-10' ORDER BY due_at")).rows.map(({ id }) => id);
  expect(await results()).toEqual(["worked", "idle", 1]);
  expect(await sent()).toEqual([good]);
  expect(logged).toHaveBeenCalledWith(expect.objectContaining({ id: bad }), expect.stringContaining("tried again"));
  await reads.query(sql`UPDATE report SET tz = 'UTC' WHERE id = ${bad}`);
  now = new Date("2099-03-09T01:18:00Z");
  expect(await results()).toEqual(["worked", expect.any(Number), 2]);
  expect(await sent()).toHaveLength(2);
});
