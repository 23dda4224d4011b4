import { expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { call, makeLink, openTestApi, signUp, type TestUser } from "../../testing/testApi.ts";

it("a job that fails holds up no other, and is logged with its id", async () => {
  const api = await openTestApi();
  onTestFinished(() => api.close());
  const { logger, reads } = api.services;
  const logged = vi.spyOn(logger, "error");
  const start = async (user: TestUser): Promise<string> => {
    const { id } = await makeLink(api, user);
    const body = { urlIds: [id], change: { isActive: false } };
    const answer = await call(api, "POST", "/api/urls/jobs", { user, body });
    return z.object({ data: z.object({ _id: z.string() }) }).parse(answer.body).data._id;
  };
  const ended = async (id: string) =>
    (await reads.query(sql`SELECT FROM link_job WHERE id = ${id} AND ended_at IS NOT NULL`)).rowCount;
  const bad = await start(await signUp(api));
  await expect.poll(() => ended(bad)).toBe(1);
  await reads.query(sql`UPDATE link_job SET ended_at = NULL, worked_at = NULL, origin = '{}' WHERE id = ${bad}`);
  const good = await start(await signUp(api));
  await expect.poll(() => ended(good)).toBe(1);
  await expect
    .poll(() => logged.mock.calls)
    .toContainEqual([expect.objectContaining({ id: bad }), expect.stringContaining("tried again")]);
  expect(await ended(bad)).toBe(0);
});
