import { randomUUID } from "node:crypto";
import { expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { call, openTestApi, signUp } from "../../testing/testApi.ts";

it("a domain whose targets can't be taken out holds up no other, and is logged with its id", async () => {
  const api = await openTestApi();
  onTestFinished(() => api.close());
  const { logger, reads } = api.services;
  const logged = vi.spyOn(logger, "error");
  const user = await signUp(api);
  const add = async (name: string): Promise<string> => {
    const { body } = await call(api, "POST", "/api/domains", { user, body: { name } });
    const { _id } = z.object({ data: z.object({ _id: z.string() }) }).parse(body).data;
    await call(api, "PATCH", `/api/domains/${_id}`, { user, body: { unknownUrl: "https://evil.example/" } });
    return _id;
  };
  const bad = await add("bad.outlets.example");
  const good = await add("good.outlets.example");
  // The change fails because the domain belongs to another workspace.
  await reads.query(sql`UPDATE outlet SET paused_at = now(), owner_id = ${randomUUID()} WHERE id = ${bad}`);
  await expect
    .poll(() => logged.mock.calls)
    .toContainEqual([expect.objectContaining({ id: bad }), expect.stringContaining("tried again")]);
  await reads.query(sql`UPDATE outlet SET paused_at = now() WHERE id = ${good}`);
  const target = async (id: string) => {
    const { rows } = await reads.query(sql`SELECT settings ->> 'unknownUrl' AS url FROM domain WHERE id = ${id}`);
    return rows[0];
  };
  await expect.poll(() => target(good)).toEqual({ url: null });
  expect(await target(bad)).toEqual({ url: "https://evil.example/" });
});
