import { sql } from "@hoplog/platform/postgres/sql.js";
import { limits } from "@hoplog/schema/limits.js";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { unzip } from "../../testing/unzip.ts";
import {
  call,
  graphql,
  makeLink,
  sharedTestApi,
  password,
  signUp,
  type TestApi,
  type TestUser,
} from "../../testing/testApi.ts";

let api: TestApi;
beforeAll(async () => {
  api = await sharedTestApi();
});

const at = "2026-03-02T10:00:00.000Z";
const noteOf = z.object({
  data: z.object({ _id: z.string(), text: z.string(), at: z.string(), linkId: z.string().nullable() }),
});
const listOf = z.object({ data: z.array(noteOf.shape.data.loose()) });

async function add(user: TestUser, body: object) {
  const { status, body: answer } = await call(api, "POST", "/api/notes", { user, body });
  expect({ status, answer }).toMatchObject({ status: 201 });
  return noteOf.parse(answer).data;
}

async function texts(user: TestUser, query = ""): Promise<string[]> {
  const { body } = await call(api, "GET", `/api/notes${query}`, { user });
  return listOf.parse(body).data.map(({ text }) => text);
}

async function audited(id: string): Promise<string[]> {
  const { rows } = await api.services.reads.query<{ action: string }>(
    sql`SELECT action FROM audit WHERE resource_type = 'note' AND resource_id = ${id} ORDER BY id`,
  );
  return rows.map(({ action }) => action);
}

describe("notes", () => {
  it("are written, listed by range and by link, changed and deleted, each with its row in the audit", async () => {
    const user = await signUp(api);
    const [link, other] = [await makeLink(api, user), await makeLink(api, user)];
    const all = await add(user, { at, text: "  Newsletter sent " });
    await add(user, { at: "2026-03-05T10:00:00Z", text: "Poster", linkId: link.id });
    await add(user, { at: "2026-03-04T10:00:00+02:00", text: "Flyer", linkId: other.id });
    expect(await texts(user)).toEqual(["Poster", "Flyer", "Newsletter sent"]);
    expect(await texts(user, `?linkId=${link.id}`)).toEqual(["Poster", "Newsletter sent"]);
    expect(await texts(user, `?linkId=${link.id}&linkId=${other.id}&startDate=2026-03-04&endDate=2026-03-04`)).toEqual([
      "Flyer",
    ]);
    const { body } = await call(api, "PATCH", `/api/notes/${all._id}`, { user, body: { at: "2026-03-06T00:00:00Z" } });
    expect(noteOf.parse(body).data).toMatchObject({ text: "Newsletter sent", at: "2026-03-06T00:00:00.000Z" });
    await call(api, "DELETE", `/api/notes/${all._id}`, { user });
    expect((await call(api, "DELETE", `/api/notes/${all._id}`, { user })).status).toBe(404);
    expect(await texts(user)).toEqual(["Poster", "Flyer"]);
    expect(await audited(all._id)).toEqual(["AddNote", "ChangeNote", "DeleteNote"]);
  });

  it.each([
    [{ text: "Without a moment" }, "at"],
    [{ at: "yesterday", text: "When?" }, "at"],
    [{ at: "1999-12-31T23:59:59.999Z", text: "Too early" }, "at"],
    [{ at: "2100-01-01T00:00:00Z", text: "Too late" }, "at"],
    [{ at }, "text"],
    [{ at, text: "   " }, "text"],
    [{ at, text: "two\nlines" }, "text"],
    [{ at, text: "x".repeat(limits.noteMax + 1) }, "text"],
    [{ at, text: "x".repeat(limits.noteMax * 1000) }, "body"],
    [{ at, text: "About what?", linkId: "nonsense" }, "linkId"],
  ])("refuse %j", async (body, field) => {
    const user = await signUp(api);
    const { status, body: answer } = await call(api, "POST", "/api/notes", { user, body });
    if (field === "body") expect(status).toBeGreaterThanOrEqual(400);
    else expect(answer).toMatchObject({ error: { type: "VALIDATION_ERROR", details: { fields: [{ field }] } } });
    expect(await texts(user)).toEqual([]);
  });

  it("are bounded for each workspace, and changed only by what says something", async () => {
    const user = await signUp(api);
    const { _id } = await add(user, { at, text: "First" });
    await api.services.reads.query(
      sql`INSERT INTO note SELECT gen_random_uuid(), ${user.id}, NULL, now(), 'Another', now(), now()
        FROM generate_series(2, ${limits.notesPerWorkspace})`,
    );
    const { status, body } = await call(api, "POST", "/api/notes", { user, body: { at, text: "One more" } });
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { message: "A workspace has at most 500 notes. Delete one first." },
    });
    expect(await texts(user)).toHaveLength(limits.notesPerWorkspace);
    expect((await call(api, "PATCH", `/api/notes/${_id}`, { user, body: {} })).status).toBe(422);
  });

  it("go with their link, and with the account; the archive holds them", async () => {
    const user = await signUp(api);
    const link = await makeLink(api, user);
    const about = await add(user, { at, text: "About the link", linkId: link.id });
    await add(user, { at, text: "About all" });
    const archive = await api.app.inject({
      url: "/api/auth/export",
      headers: { authorization: `Bearer ${user.accessToken}` },
    });
    const files = await unzip(archive.rawPayload);
    expect(Object.entries(files).find(([name]) => name === "notes.csv")?.[1]).toContain(
      `${about._id},${at},About the link,${link.id}`,
    );
    await call(api, "DELETE", `/api/urls/${link.id}`, { user });
    expect(await texts(user)).toEqual(["About all"]);
    await graphql(api, "mutation ($password: String!) { deleteAccount(password: $password) }", { password }, user);
    const { rows } = await api.services.reads.query(sql`SELECT id FROM note WHERE owner_id = ${user.id}`);
    expect(rows).toEqual([]);
  });
});

describe("edits as marks", () => {
  const query = `query ($linkIds: [UUID!]!, $range: Range) {
    editMarks(linkIds: $linkIds, range: $range) { linkId linkName type fields } }`;

  it("say what was changed, of a few links in their order, and not to what", async () => {
    const user = await signUp(api);
    const [one, two] = [await makeLink(api, user, { name: "One" }), await makeLink(api, user, { name: "Two" })];
    await call(api, "PUT", `/api/urls/${one.id}`, {
      user,
      body: { name: "First", originalUrl: "https://elsewhere.example/" },
    });
    const { body } = await graphql(api, query, { linkIds: [two.id, one.id, one.id] }, user);
    expect(body).toEqual({
      data: {
        editMarks: [
          { linkId: one.id, linkName: "First", type: "LinkCreated", fields: ["name", "originalUrl", "shortUrl"] },
          { linkId: two.id, linkName: "Two", type: "LinkCreated", fields: ["name", "originalUrl", "shortUrl"] },
          { linkId: one.id, linkName: "First", type: "LinkEdited", fields: ["name", "originalUrl"] },
        ],
      },
    });
    const later = await graphql(api, query, { linkIds: [one.id], range: { from: "2099-01-01T00:00:00Z" } }, user);
    expect(later.body).toEqual({ data: { editMarks: [] } });
  });

  it("are those of one's own links, and of few", async () => {
    const user = await signUp(api);
    const own = await makeLink(api, user);
    const others = await makeLink(api, await signUp(api));
    const errorOf = async (linkIds: string[]) => JSON.stringify((await graphql(api, query, { linkIds }, user)).body);
    expect(await errorOf([own.id, others.id])).toContain("NOT_FOUND_ERROR");
    expect(await errorOf([])).toContain("VALIDATION_ERROR");
    const many = Array.from({ length: limits.markedLinks + 1 }, (_, i) => `01900000-0000-7000-8000-00000000000${i}`);
    expect(await errorOf(many)).toContain("VALIDATION_ERROR");
  });
});
