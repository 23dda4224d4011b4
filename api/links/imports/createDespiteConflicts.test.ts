import { sql } from "@hoplog/platform/postgres/sql.js";
import { limits } from "@hoplog/schema/limits.js";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { heldImports } from "../../testing/heldImports.ts";
import { makeLink, signUp } from "../../testing/testApi.ts";

const held = heldImports();

const importSchema = z.object({
  _id: z.string(),
  toCreate: z.number(),
  done: z.number(),
  failed: z.number(),
  losses: z.array(z.object({ kind: z.string(), links: z.number() })),
});
const rowsSchema = z.array(
  z.object({
    shortUrl: z.string().nullable(),
    urlId: z.string().nullable(),
    losses: z.array(z.object({ kind: z.string(), message: z.string() })),
  }),
);
const importOf = async (id: string) => importSchema.parse(await held.get(`imports/${id}`));
const rowsOf = async (id: string) => rowsSchema.parse(await held.get(`imports/${id}/rows`));
/** Uploads a file in parts of `size` bytes, and returns the import after its dry run. */
const read = async (source: string, file: string, size?: number) => importOf(await held.read(source, file, size));
async function run(id: string) {
  await held.run(id);
  return importOf(id);
}
const linkOf = async (id: string | null | undefined) =>
  z.looseObject({ tags: z.array(z.string()).optional() }).parse(await held.get(`urls/${id ?? ""}`));
const countOf = (losses: readonly { kind: string; links: number }[]) =>
  Object.fromEntries(losses.map(({ kind, links }) => [kind, links]));

describe("an import makes a link", () => {
  it("with another code and without its external id, where an earlier part has them", async () => {
    const code = `twice-${process.pid}`;
    const line = (id: number, shortUrl: string, externalId: string) =>
      `${JSON.stringify({ id, name: `Link ${id}`, originalUrl: `https://example.com/${id}`, shortUrl, externalId })}\n`;
    const first = line(1, code, "first");
    const others = line(2, code, "second") + line(3, "", "first") + line(4, code, "first");
    // The remaining lines are in later parts.
    const job = await read("hoplog", first + others, first.length);
    // The dry run reports the losses, and the import itself adds none.
    expect(countOf(job.losses)).toEqual({ code: 2, text: 2 });
    const foreseen = await rowsOf(job._id);
    expect(await run(job._id)).toMatchObject({ done: 4, failed: 0 });
    expect(countOf((await importOf(job._id)).losses)).toEqual({ code: 2, text: 2 });
    expect((await rowsOf(job._id)).map(({ losses }) => losses)).toEqual(foreseen.map(({ losses }) => losses));
    const rows = await rowsOf(job._id);
    const [isCode, isText] = [
      { kind: "code", message: `The short URL ${code} is taken, so the link gets a generated one` },
      { kind: "text", message: "Another link has the same external ID, so the external ID is omitted" },
    ];
    expect(rows.map(({ losses }) => losses)).toEqual([[], [isCode], [isText], [isCode, isText]]);
    expect(rows.map(({ shortUrl }) => shortUrl)).toEqual([code, null, null, null]);
    const [one, two, , four] = await Promise.all(rows.map(async ({ urlId }) => linkOf(urlId)));
    expect([one?.["externalId"], two?.["externalId"], four?.["externalId"]]).toEqual(["first", "second", null]);
  });

  it("with another code where somebody has taken its own since the dry run", async () => {
    const code = `since-${process.pid}`;
    const job = await read("csv", `name,url,short url\nOne,https://example.com/1,${code}\n`);
    expect(job.losses).toEqual([]);
    await makeLink(held.api, await signUp(held.api), { shortUrl: code });
    expect(await run(job._id)).toMatchObject({ done: 1, failed: 0, losses: [{ kind: "code", links: 1 }] });
  });

  const addTags = (from: number, to: number) =>
    held.holder.query(
      sql`INSERT INTO tag (id, owner_id, name, key, colour, created_at)
       SELECT gen_random_uuid(), ${held.ada.id}, 'Tag ' || n, 'tag ' || n, 'gray', now()
         FROM generate_series(${from}::int, ${to}::int) AS n`,
    );

  it("without the tags that there is no room for, as the dry run says, whatever its parts", async () => {
    await addTags(1, limits.tagsPerWorkspace - 1);
    const first = "name,url,tags\nOne,https://example.com/1,tag 1|new|newer\n";
    const others = "Two,https://example.com/2,newer\nThree,https://example.com/3,NEW\n";
    const job = await read("csv", first + others, first.length);
    const losses = [{ kind: "tags", links: 2 }];
    expect(job).toMatchObject({ toCreate: 3, losses });
    expect(await run(job._id)).toMatchObject({ done: 3, failed: 0, losses });
    const rows = await rowsOf(job._id);
    const tags = await Promise.all(rows.map(async ({ urlId }) => (await linkOf(urlId)).tags));
    expect(tags).toEqual([["NEW", "Tag 1"], [], ["NEW"]]);
    const lost = { kind: "tags", message: "A workspace can have at most 1000 tags, so some are omitted" };
    expect(rows.map((row) => row.losses)).toEqual([[lost], [lost], []]);
  });

  it("without the tags that others have taken the room of since the dry run", async () => {
    await addTags(2, limits.tagsPerWorkspace - 1);
    const job = await read(
      "csv",
      "name,url,tags\nOne,https://example.com/1,tag 2|new|newer\nTwo,https://example.com/2,newer\n",
    );
    expect(job.losses).toEqual([]);
    await addTags(1, 1);
    expect(await run(job._id)).toMatchObject({ done: 2, failed: 0, losses: [{ kind: "tags", links: 2 }] });
    const rows = await rowsOf(job._id);
    const tags = await Promise.all(rows.map(async ({ urlId }) => (await linkOf(urlId)).tags));
    expect(tags).toEqual([["new", "Tag 2"], []]);
    expect(rows[1]?.losses).toEqual([
      { kind: "tags", message: "A workspace can have at most 1000 tags, so some are omitted" },
    ]);
  });
});
