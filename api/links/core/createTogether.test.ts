import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { z } from "zod";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { permissionsOf } from "../../kernel/access/permissions.ts";
import { originOf } from "../../kernel/calls/actor.ts";
import { call, graphql, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { links } from "./decide.ts";
import { insertLinks } from "./insertLinks.ts";

let api: TestApi;
let ada: TestUser;
let eve: TestUser;
beforeAll(async () => {
  api = await openTestApi();
  [ada, eve] = [await signUp(api), await signUp(api)];
});
afterAll(() => api.close());

const input = { name: "Together", originalUrl: "https://example.com/" };

it("makes links of many callers with few statements, each as its own caller's", async () => {
  const queries = vi.spyOn(api.services.reads, "query");
  const mutation = "mutation ($input: CreateLinkInput!) { createLink(input: $input) { id } }";
  const made = await Promise.all(
    Array.from({ length: 20 }).flatMap(() => [
      makeLink(api, ada),
      graphql(api, mutation, { input }, eve).then(({ body }) => createdByGraphql.parse(body).data.createLink),
    ]),
  );
  const asked = queries.mock.calls.length;
  queries.mockRestore();
  expect(asked).toBeLessThan(20);
  for (const [i, { id }] of made.entries()) {
    const { id: userId } = i % 2 === 0 ? ada : eve;
    const via = i % 2 === 0 ? "rest" : "graphql";
    const { rows } = await api.services.reads.query(
      sql`SELECT link.owner_id, code_claim.owner_id AS claimed_by, event.meta, audit.user_id, audit.via, audit.credential_id,
         audit.command_id, audit.address, audit.detail
       FROM link JOIN code_claim ON link_id = link.id JOIN event ON stream_id = link.id JOIN audit ON resource_id = link.id
       WHERE link.id = ${id}`,
    );
    const [{ meta, credential_id, command_id }] = rows;
    expect(rows).toEqual([
      {
        owner_id: userId,
        claimed_by: userId,
        user_id: userId,
        meta: {
          userId,
          workspaceId: userId,
          via,
          commandId: command_id,
          credential: { kind: "session", id: credential_id },
        },
        via,
        credential_id,
        command_id,
        address: "127.0.0.1",
        detail: { events: ["LinkCreated"] },
      },
    ]);
    expect(meta).not.toHaveProperty("address");
  }
  const commands = await api.services.reads.query(
    sql`SELECT count(DISTINCT command_id)::int AS commands FROM audit
      WHERE resource_id = ANY (${made.map(({ id }) => id)}::uuid[])`,
  );
  expect(commands.rows).toEqual([{ commands: made.length }]);
});

it("fails what Postgres refuses, and nothing of others that came with it", async () => {
  const member = { userId: ada.id, workspaceId: ada.id, role: "owner", permissions: permissionsOf("owner") } as const;
  const credential = { kind: "system" } as const;
  const begin = (name: string) => {
    const id = api.services.newId();
    const origin = originOf(api.services, { userId: ada.id, via: "rest", address: "127.0.0.1", credential });
    const at = new Date().toISOString();
    const code = `begun-${id}`;
    const command = { type: "CreateLink", linkId: id, by: member, ...input, name, code, groupId: null, at } as const;
    return api.services.beginStreams(links, insertLinks, [{ id, command }], origin).then((begun) => begun.has(id));
  };
  const names = ["good", "a text with \u0000", "good", "good", "a text with \u0000", "good"];
  const begun = await Promise.allSettled(names.map(begin));
  expect(begun.map(({ status }) => status === "fulfilled")).toEqual(names.map((name) => name === "good"));
});

it("holds up nobody else's link while a group is held by another transaction", async () => {
  const { body } = await call(api, "POST", "/api/groups", { user: ada, body: { name: "Held" } });
  const groupId = z.object({ data: z.object({ _id: z.string() }) }).parse(body).data._id;
  const holder = new pg.Client({ connectionString: api.databaseUrl });
  await holder.connect();
  await holder.query("BEGIN");
  await holder.query(sql`SELECT id FROM link_group WHERE id = ${groupId} FOR UPDATE`);
  const ended: string[] = [];
  const held = makeLink(api, ada, { groupId }).then(() => ended.push("held"));
  for (let i = 0; i < 3; i++) await Promise.all(Array.from({ length: 10 }, () => makeLink(api, eve)));
  expect(ended).toEqual([]);
  await holder.query("COMMIT");
  await held;
  await holder.end();
});

const createdByGraphql = z.object({ data: z.object({ createLink: z.object({ id: z.string() }) }) });
