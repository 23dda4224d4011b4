import { sql } from "@hoplog/platform/postgres/sql.js";
import { importLimits } from "@hoplog/schema/imports/limits.js";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { heldImports } from "../../testing/heldImports.ts";
import { inject } from "../../testing/inject.ts";
import { sendImport } from "../../testing/sendImport.ts";
import { forgetImports } from "./worker.ts";
import { workImports } from "./workImports.ts";

const held = heldImports();
const { ask, get, workAll } = held;
const send = (source: string, file: string | Uint8Array) => sendImport(held.api, held.ada, source, file);
const importOf = (id: string) => get(`imports/${id}`);

/** Services of a process that is killed in its second transaction and writes nothing after that. */
function dying() {
  const { eventStore } = held.api.services;
  let calls = 0;
  const unitOfWork: typeof eventStore.unitOfWork = (work) =>
    ++calls === 1 ? eventStore.unitOfWork(work) : Promise.reject(new Error("killed"));
  return { ...held.api.services, eventStore: { ...eventStore, unitOfWork } };
}

it("finds the groups that one before has made, also those whose names have letters that Postgres lowers otherwise", async () => {
  for (const run of [1, 2]) {
    const id = await send("csv", `url,id,group\nhttps://a.example/,${run}a,İzmir\nhttps://b.example/,${run}b,ΟΔΟΣ\n`);
    await workAll();
    await ask("POST", `imports/${id}/start`);
    await workAll();
    expect(await importOf(id)).toMatchObject({ state: "done", done: 2 });
  }
  const { body } = await ask("GET", "groups");
  expect(body["data"]).toMatchObject([{ name: "ΟΔΟΣ" }, { name: "İzmir" }]);
});

describe("a step of an import", () => {
  it("is counted before it is done: one that kills its process is given up", async () => {
    const id = await send("csv", "url\nhttps://example.com/\n");
    for (let start = 1; start < 5; start++) await expect(workImports(dying())).rejects.toThrow("killed");
    expect(await importOf(id)).toMatchObject({ state: "reading" });
    expect(await workImports(held.api.services)).toBe(true);
    expect(await importOf(id)).toMatchObject({
      state: "failed",
      problem: expect.stringContaining("internal error"),
      total: 0,
    });
    expect(await workImports(held.api.services)).toBe(false);
  });

  it("begins the count anew once it is done", async () => {
    const id = await send("csv", "url\nhttps://example.com/\n");
    for (let start = 1; start < 5; start++) {
      await expect(workImports(dying())).rejects.toThrow("killed");
      if (start === 3) expect(await workImports(held.api.services)).toBe(true);
      if (start === 3) await ask("POST", `imports/${id}/start`, {});
    }
    expect(await workImports(held.api.services)).toBe(true);
    expect(await importOf(id)).toMatchObject({ state: "done", done: 1 });
  });

  it("that is killed when it has made links, before it has noted them, makes none twice and forgets no favourite", async () => {
    const line = { id: "1", name: "A", originalUrl: "https://example.com/", isFavourite: true };
    const id = await send("hoplog", `${JSON.stringify(line)}\n`);
    expect(await workImports(held.api.services)).toBe(true);
    await ask("POST", `imports/${id}/start`, {});
    const { eventStore } = held.api.services;
    let calls = 0;
    // The second transaction contains all changes of the step except the attempt, and is rolled back.
    const unitOfWork: typeof eventStore.unitOfWork = (work) =>
      eventStore.unitOfWork(
        ++calls === 2 ? (tx) => work(tx).then(() => Promise.reject(new Error("killed"))) : (tx) => work(tx),
      );
    await expect(workImports({ ...held.api.services, eventStore: { ...eventStore, unitOfWork } })).rejects.toThrow(
      "killed",
    );
    expect(await importOf(id)).toMatchObject({ state: "running", done: 0 });
    expect(await workImports(held.api.services)).toBe(true);
    expect(await importOf(id)).toMatchObject({ state: "done", done: 1 });
    const { body } = await ask("GET", "urls");
    expect(body["data"]).toMatchObject([{ name: "A", isFavourite: true }]);
  });

  it("judges many rows in slices, as if they were judged at once, and others have their turn in between", async () => {
    const taken = `taken-${process.pid}`;
    const rows = Array.from({ length: 4500 }, (_, n) => `https://example.com/${n},c${process.pid}-${n},${n}`);
    const file = [
      "url,code,id",
      `https://example.com/first,${taken},first`,
      ...rows,
      `https://example.com/last,${taken},last`,
      "x",
    ];
    const id = await send("csv", `${file.join("\n")}\n${rows[0]}\n`);
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    expect(await workImports(held.api.services)).toBe(true);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(2);
    // The duplicate code is in the first and the last slice.
    expect(await importOf(id)).toMatchObject({
      state: "ready",
      total: 4504,
      toCreate: 4502,
      rejected: 2,
      losses: [{ kind: "code", links: 1 }],
    });
    const { body } = await ask("GET", `imports/${id}/rows?after=4501`);
    expect(body["data"]).toMatchObject([
      { position: 4502, row: 4503, verdict: "create", losses: [{ kind: "code" }] },
      { position: 4503, row: 4504, verdict: "rejected" },
      {
        position: 4504,
        row: 4505,
        verdict: "rejected",
        error: { message: "This link also occurs in row 3, which is imported" },
      },
    ]);
  });

  it("reads so many lines of a part, and goes on behind them", async () => {
    const before = Array.from({ length: 100 }, () => "a").join("\n");
    const blank = "\n".repeat(2 * importLimits.stepRows);
    const id = await send("csv", `url${",x".repeat(400)}\n${before}\n${blank}https://example.com/\nb`);
    expect(await workImports(held.api.services)).toBe(true);
    expect(await importOf(id)).toMatchObject({ state: "reading", total: 100 });
    expect(await workImports(held.api.services)).toBe(true);
    expect(await importOf(id)).toMatchObject({ state: "reading", total: 100 });
    expect(await workImports(held.api.services)).toBe(true);
    expect(await importOf(id)).toMatchObject({ state: "ready", total: 102, toCreate: 1 });
    expect(await workImports(held.api.services)).toBe(false);
  });

  it("reads so many objects of a document, and goes on behind them", async () => {
    const objects = Array.from({ length: importLimits.stepRows + 2 }, (_, n) => ({ id: n + 1 }));
    const id = await send("dub", JSON.stringify(objects));
    // The document is parsed once and stored as lines.
    expect(await workImports(held.api.services)).toBe(true);
    expect(await importOf(id)).toMatchObject({ state: "reading", total: 0 });
    const parse = vi.spyOn(JSON, "parse");
    expect(await workImports(held.api.services)).toBe(true);
    const longest = Math.max(...parse.mock.calls.map(([text]) => text.length));
    parse.mockRestore();
    expect(longest).toBeLessThan(10_000);
    expect(await importOf(id)).toMatchObject({ state: "reading", total: importLimits.stepRows });
    expect(await workImports(held.api.services)).toBe(true);
    expect(await importOf(id)).toMatchObject({ state: "ready", total: importLimits.stepRows + 2 });
    const { body } = await ask("GET", `imports/${id}/rows?after=${importLimits.stepRows}`);
    expect(body["data"]).toMatchObject([{ row: importLimits.stepRows + 1 }, { row: importLimits.stepRows + 2 }]);
  });

  it("reads a document that came in parts, and goes on where it was when its process is killed", async () => {
    const objects = Array.from({ length: importLimits.stepRows + 5 }, (_, n) => ({
      id: n + 1,
      comments: "x".repeat(90),
    }));
    const id = await send("dub", JSON.stringify({ links: objects }));
    let steps = 0;
    for (; z.object({ state: z.string() }).parse(await importOf(id)).state === "reading"; steps++) {
      if (steps > 1) await expect(workImports(dying())).rejects.toThrow("killed");
      expect(await workImports(held.api.services)).toBe(true);
      // The number of parts may be sent again.
      if (steps === 3) {
        const again = await ask("POST", `imports/${id}/complete`, { parts: 3 });
        expect(again).toMatchObject({ status: 200 });
      }
    }
    expect(await importOf(id)).toMatchObject({ state: "ready", total: importLimits.stepRows + 5 });
    const { body } = await ask("GET", `imports/${id}/rows?after=${importLimits.stepRows}`);
    expect(body["data"]).toMatchObject([1, 2, 3, 4, 5].map((n) => ({ row: importLimits.stepRows + n })));
    expect(steps).toBe(6);
  });

  it("reads a document in UTF-16 that came in parts, and its lines behind the first step", async () => {
    const objects = Array.from({ length: importLimits.stepRows + 1 }, (_, n) => ({ id: n + 1, comments: `ü${n}` }));
    const id = await send("dub", Buffer.from(`\uFEFF${JSON.stringify({ links: objects })}`, "utf16le"));
    await workAll();
    expect(await importOf(id)).toMatchObject({ state: "ready", total: importLimits.stepRows + 1 });
  });

  it("refuses a row with a long text within its options, and no other", async () => {
    const url = "x".repeat(20_000);
    const line = (id: number, options: object) => JSON.stringify({ id, originalUrl: "https://example.com/", options });
    const id = await send("hoplog", `${line(1, { expiredUrl: url })}\n${line(2, {})}\n`);
    expect(await workImports(held.api.services)).toBe(true);
    expect(await importOf(id)).toMatchObject({ state: "ready", toCreate: 1, rejected: 1 });
    const { body } = await ask("GET", `imports/${id}/rows?only=rejected`);
    expect(body["data"]).toMatchObject([
      { row: 1, error: { message: "A value in this row is longer than 16,384 characters" } },
    ]);
  });
});

describe("a document", () => {
  it("that is an SQL dump of more than one step is read to its end, and refused as one of another source", async () => {
    const rows = Array.from(
      { length: importLimits.stepRows + 3 },
      (_, n) => `('k${n}','https://example.com/it\\'s/${n}')`,
    );
    const dump = `INSERT INTO yourls_url (keyword,url) VALUES ${rows.join(",")};\n`;
    const [id, other] = [await send("yourls", dump), await send("polr", dump)];
    await workAll();
    expect(await importOf(id)).toMatchObject({ state: "ready", total: rows.length, toCreate: rows.length });
    const problem = "The file contains links of yourls, not of polr. Choose yourls as the source";
    expect(await importOf(other)).toMatchObject({ state: "failed", problem });
    const { body } = await ask("GET", `imports/${id}/rows?after=${importLimits.stepRows}`);
    expect(body["data"]).toMatchObject([1, 2, 3].map((n) => ({ row: importLimits.stepRows + n })));
  });

  it("of bookmarks makes groups of folders, and what is no page is refused", async () => {
    const id = await send(
      "bookmarks",
      `<!DOCTYPE NETSCAPE-Bookmark-file-1>
      <DL><p><DT><H3>Work</H3><DL><p>
        <DT><A HREF="https://example.com/" ADD_DATE="1709287200" TAGS="news">A</A><DD>Note
        <DT><A HREF="javascript:alert(1)">Script</A>
        <DT><A HREF="place:sort=8">Visited</A>
        <DT><A HREF="data:text/html,x">Data</A>
      </DL><p></DL>`,
    );
    await workAll();
    expect(await importOf(id)).toMatchObject({ state: "ready", total: 4, toCreate: 1, rejected: 3 });
    const rows = await ask("GET", `imports/${id}/rows?only=rejected`);
    expect(rows.body["data"]).toMatchObject([
      {
        originalUrl: "javascript:alert(1)",
        error: { message: "This bookmark is a bookmarklet (javascript:) instead of a web page" },
      },
      { error: { message: "This bookmark is a saved search of Firefox (place:) instead of a web page" } },
      { error: { message: "This bookmark contains its page (data:) instead of a URL" } },
    ]);
    await ask("POST", `imports/${id}/start`);
    await workAll();
    const links = await ask("GET", "urls");
    expect(links.body["data"]).toMatchObject([
      { name: "A", note: "Note", tags: ["news"], createdAt: "2024-03-01T10:00:00.000Z" },
    ]);
    const groups = await ask("GET", "groups");
    expect(groups.body["data"]).toMatchObject([{ name: "Work" }]);
  });
});

describe("a file in which a part is missing", () => {
  const sendPart = async (id: string, part: number) => {
    const headers = { authorization: `Bearer ${held.ada.accessToken}`, "content-type": "application/octet-stream" };
    const url = `/api/imports/${id}/file?part=${part}`;
    expect(await inject(held.api, { method: "PUT", url, headers, payload: "url\nhttps://a.example/" })).toMatchObject({
      statusCode: 200,
    });
  };
  const parts = async (id: string) =>
    (await held.holder.query(sql`SELECT FROM link_import_part WHERE import_id = ${id}`)).rowCount;
  const idOf = z.object({ data: z.object({ _id: z.string() }) });
  const begin = async () => idOf.parse((await ask("POST", "imports", { source: "csv" })).body).data._id;

  it("fails an hour after the last one came, and only then", async () => {
    const [gap, whole] = [await begin(), await begin()];
    for (const part of [2, 512]) await sendPart(gap, part);
    for (const part of [1, 2]) await sendPart(whole, part);
    const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    while (await forgetImports(held.holder, later(importLimits.partsMinutes - 1))) continue;
    expect([await importOf(gap), await parts(gap)]).toMatchObject([{ state: "reading" }, 2]);
    while (await forgetImports(held.holder, later(importLimits.partsMinutes + 1))) continue;
    const problem = "Part 1 of its file is missing, and no other has come for 60 minutes";
    expect([await importOf(gap), await parts(gap)]).toMatchObject([{ state: "failed", problem }, 0]);
    expect([await importOf(whole), await parts(whole)]).toMatchObject([{ state: "reading" }, 2]);
  });
});
