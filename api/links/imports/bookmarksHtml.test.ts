import { importLimits } from "@hoplog/schema/imports/limits.js";
import { describe, expect, it } from "vitest";
import { bookmarksIn, withoutIcons } from "./bookmarksHtml.ts";
import { readRecords } from "./records.ts";
import { planOf } from "./sources/columnPlan.ts";
import { readLink } from "./sources/readLink.ts";
import { readers } from "./sources/readers.ts";

const chrome = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<!-- This is an automatically generated file.
     It will be read and overwritten.
     DO NOT EDIT! -->
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
    <DT><H3 ADD_DATE="1709287200" LAST_MODIFIED="1709290000" PERSONAL_TOOLBAR_FOLDER="true">Bookmarks bar</H3>
    <DL><p>
        <DT><A HREF="https://a.example/?a=1&amp;b=2" ADD_DATE="1709287200" ICON="data:image/png;base64,iVBORw0KGgo=">A &amp; B &#39;quoted&#39;</A>
        <DT><H3 ADD_DATE="1709287201" LAST_MODIFIED="1709290000">Work</H3>
        <DL><p>
            <DT><A HREF="javascript:alert(1)" ADD_DATE="1709287202">Bookmarklet</A>
            <DT><H3 ADD_DATE="1709287203" LAST_MODIFIED="0">Clients</H3>
            <DL><p>
                <DT><A HREF="https://b.example/" ADD_DATE="1709287204">B</A>
            </DL><p>
            <DT><A HREF="https://c.example/" ADD_DATE="1709287205">C</A>
        </DL><p>
    </DL><p>
    <DT><A HREF="https://d.example/" ADD_DATE="1709287206">Without a folder</A>
</DL><p>
`;

const firefox = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<!-- This is an automatically generated file.
     It will be read and overwritten.
     DO NOT EDIT! -->
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<meta http-equiv="Content-Security-Policy"
      content="default-src 'self'; script-src 'none'; img-src data: *; object-src 'none'"></meta>
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks Menu</H1>

<DL><p>
    <DT><A HREF="https://a.example/" ADD_DATE="1709287200" LAST_MODIFIED="1709287201" ICON_URI="https://a.example/favicon.ico" ICON="data:image/png;base64,iVBORw0KGgo=" SHORTCUTURL="aa" TAGS="news,two words">A</A>
    <DD>Its description &amp; more
    <HR>    <DT><H3 ADD_DATE="1709287200" LAST_MODIFIED="1709287201">Größe</H3>
    <DD>About the folder
    <DL><p>
        <DT><A HREF="place:sort=8&amp;maxResults=10" ADD_DATE="1709287200">Most visited</A>
        <DT><A HREF="https://b.example/%C3%BC" ADD_DATE="1709287200" LAST_CHARSET="UTF-8" FEEDURL="https://b.example/feed">B</A>
    </DL><p>
    <DT><H3 ADD_DATE="1709287200" LAST_MODIFIED="1709287201" PERSONAL_TOOLBAR_FOLDER="true">Bookmarks Toolbar</H3>
    <DD>Add bookmarks to this folder to see them displayed on the Bookmarks Toolbar
    <DL><p>
        <DT><A HREF="data:text/html,x" ADD_DATE="1709287200">Data</A>
    </DL><p>
    <DT><H3 ADD_DATE="1709287200" LAST_MODIFIED="1709287201" UNFILED_BOOKMARKS_FOLDER="true">Other Bookmarks</H3>
    <DL><p>
        <DT><H3>Later</H3>
        <DL><p>
            <DT><A HREF="https://c.example/">C</A>
        </DL><p>
    </DL><p>
</DL>
`;

const safari = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
	<HTML>
	<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
	<Title>Bookmarks</Title>
	<H1>Bookmarks</H1>
	<DT><H3 FOLDED>Favorites</H3>
	<DL><p>
		<DT><A HREF="https://a.example/">A</A>
	</DL><p>
	<DT><H3 FOLDED>Bookmarks Menu</H3>
	<DL><p>
	</DL><p>
	<DT><A HREF="https://b.example/">B</A>
	<DT><H3 FOLDED id="com.apple.ReadingList">Reading List</H3>
	<DL><p>
		<DT><A HREF="https://c.example/">C</A>
	</DL><p>
</HTML>
`;

const reader = readers.bookmarks;
const linksOf = (file: string) => {
  const { records } = readRecords(null, Buffer.from(file), {
    isLast: true,
    source: "bookmarks",
    needs: ["href"],
  });
  return records.map(({ record }) => readLink(reader, planOf(reader.columns), record ?? {}));
};
const shown = (file: string) => linksOf(file).map(({ input, group }) => [input.name, input.originalUrl, group]);

describe("bookmarks", () => {
  it("of Chrome have folders as groups, without its toolbar if there are others", () => {
    expect(shown(chrome)).toEqual([
      ["A & B 'quoted'", "https://a.example/?a=1&b=2", "Bookmarks bar"],
      ["Bookmarklet", "javascript:alert(1)", "Work"],
      ["B", "https://b.example/", "Work / Clients"],
      ["C", "https://c.example/", "Work"],
      ["Without a folder", "https://d.example/", ""],
    ]);
    expect(linksOf(chrome)[0]).toMatchObject({ createdAt: "2024-03-01T10:00:00.000Z", losses: [] });
  });

  it("of Firefox have tags, keywords as codes, and descriptions as notes", () => {
    expect(shown(firefox)).toEqual([
      ["A", "https://a.example/", ""],
      ["Most visited", "place:sort=8&maxResults=10", "Größe"],
      ["B", "https://b.example/%C3%BC", "Größe"],
      ["Data", "data:text/html,x", "Bookmarks Toolbar"],
      ["C", "https://c.example/", "Later"],
    ]);
    const [first, , second] = linksOf(firefox);
    expect(first).toMatchObject({
      input: { shortUrl: "aa", tags: ["news", "two words"], note: "Its description & more" },
      losses: [],
    });
    expect(second?.input.note).toBe("");
    expect(second?.losses).toEqual([
      { kind: "column", message: 'Column feedurl "https://b.example/feed" is not imported' },
    ]);
  });

  it("of Firefox have descriptions of folders, which are listed as unread", () => {
    const notes = (file: string) => bookmarksIn(file).notes;
    expect(notes(firefox)).toEqual(['The description "About the folder" of the folder Größe is not imported']);
    const many = Array.from({ length: 13 }, (_, n) => `<H3>F${n}</H3><DD>x<DL><A HREF=a></A></DL>`).join("");
    expect(notes(many)).toHaveLength(11);
    expect(notes(many).at(-1)).toBe("The descriptions of 3 more folders are not imported");
  });

  it("of Safari have no dates", () => {
    expect(shown(safari)).toEqual([
      ["A", "https://a.example/", "Favorites"],
      ["B", "https://b.example/", ""],
      ["C", "https://c.example/", "Reading List"],
    ]);
    expect(linksOf(safari)[0]).toMatchObject({ createdAt: null, losses: [] });
  });

  it("may hold other elements, and lack ends of theirs", () => {
    expect(
      bookmarksIn('<DL><DT><A HREF="a">x <b id="y">bold</b> z<DT><A HREF=b HREF=c>&lt;B&gt;</DL><A>').records,
    ).toEqual([
      { href: "a", title: "x bold z", note: "", folder: "" },
      { href: "b", title: "<B>", note: "", folder: "" },
      { title: "", note: "", folder: "" },
    ]);
  });
});

describe("a file of bookmarks", () => {
  const read = (file: string | Uint8Array, source: "bookmarks" | "csv" = "bookmarks", isLast = true) =>
    readRecords(null, Buffer.from(file), { isLast, source, needs: [] });

  it("is refused as one of another source, and other files are as bookmarks", () => {
    expect(() => read(chrome, "csv")).toThrow("browser bookmarks. Choose bookmarks");
    for (const other of ["href,title\nhttps://a.example/,A\n", '[{"href":"https://a.example/"}]']) {
      expect(() => read(other)).toThrow("not an HTML bookmarks file as exported by browsers");
    }
    expect(() => read("<!doctype html><title>x</title>")).toThrow("The file is HTML");
  });

  it("is read without pictures of its pages, and may be larger with them", () => {
    const icon = `data:image/png;base64,${"A".repeat(1000)}`;
    const entry = `<DT><A HREF="https://a.example/" ICON="${icon}">A</A>\n`;
    const part = Buffer.from(`<!DOCTYPE NETSCAPE-Bookmark-file-1>\n${entry.repeat(900)}`);
    const { rest, reading } = read(part, "bookmarks", false);
    expect(rest.length).toBeLessThan(50_000);
    const end = readRecords(reading, Buffer.concat([rest, part]), {
      isLast: true,
      source: "bookmarks",
      needs: [],
    });
    expect(end.records).toHaveLength(1800);
    expect(end.records[0]?.record).toEqual({
      href: "https://a.example/",
      icon: "data:",
      title: "A",
      note: "",
      folder: "",
    });
    expect(end.reading?.notes).toBeUndefined();
    const none = Buffer.from("<A HREF>");
    expect(withoutIcons(none)).toBe(none);
  });

  it("of more than a document may have is refused", () => {
    const file = Buffer.alloc(importLimits.documentBytes + 1, "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n");
    expect(() => read(file, "bookmarks", false)).toThrow("at most 16 MiB");
  });

  const most = importLimits.documentBytes - 100;
  const filled = (piece: string, end = "") => piece.repeat(Math.floor((most - end.length) / piece.length)) + end;
  it.each<[string, string, string | null]>([
    ["folders within folders", filled("<H3>a</H3><DL>"), "nested too deep"],
    ["elements without an end", filled("<A>"), "at most 1000000 links"],
    ["bookmarks without end", filled("<A></A>"), "at most 1000000 links"],
    [
      "attributes without end",
      `<A ${Array.from({ length: 9999 }, (_, n) => `a${n}`).join(" ")}>`,
      "too many attributes",
    ],
    ["other elements", filled("<x>"), null],
    ["ends alone", filled("</DL>"), null],
    ["beginnings of tags", filled("<"), null],
    ["pictures that don't end", filled(' ICON="data:'), null],
    ["entities", `<A HREF="${filled("&amp;")}">`, null],
    ["a long name of a folder", `<H3>${filled("y", "")}</H3><DL><A HREF=x></A>`, null],
  ])("takes little time: %s", (_what, content, problem) => {
    const file = `<!DOCTYPE NETSCAPE-Bookmark-file-1>${content}`.slice(0, importLimits.documentBytes);
    const began = process.threadCpuUsage();
    if (problem === null) read(file);
    else expect(() => read(file)).toThrow(problem);
    expect(process.threadCpuUsage(began).user).toBeLessThan(10e6);
  });

  it("cuts long paths of folders, so that they take no more room than bookmarks", () => {
    const file = `<H3>${"y".repeat(100_000)}</H3><DL>${"<A HREF=x></A>".repeat(1000)}`;
    expect(JSON.stringify(bookmarksIn(file)).length).toBeLessThan(200_000);
  });
});
