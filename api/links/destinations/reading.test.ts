import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { cleanText } from "./cleanText.ts";
import { imageTypeOf } from "./imageType.ts";
import { createHeadEnd, isPage, readPage } from "./readPage.ts";

const url = "https://example.com/shop/page";
const read = (html: string | Uint8Array, contentType = "text/html") =>
  readPage({ url, contentType, body: typeof html === "string" ? Buffer.from(html) : html });

describe("a page", () => {
  it("is read for what it says of itself: its own words for previews before its title", () => {
    const page = read(`<!doctype html><html><head><title> Shop </title>
      <meta property="og:title" content="Winter &amp; sale"><meta name=description content="All  warm
      things"><link rel="shortcut icon" href="../i.png"><link rel=apple-touch-icon href=/t.png>
      <meta property="og:image" content="//img.example.com/a.jpg"></head>`);
    expect(page).toEqual({
      title: "Winter & sale",
      description: "All warm things",
      iconUrls: ["https://example.com/i.png", "https://example.com/t.png"],
      pictureUrl: "https://img.example.com/a.jpg",
    });
  });

  it("without any of it has the icon that browsers look for unasked", () => {
    const nothing = { title: null, description: null, pictureUrl: null };
    expect(read("<p>Hello")).toEqual({ ...nothing, iconUrls: ["https://example.com/favicon.ico"] });
  });

  it("names no image that isn't on the web, and no SVG", () => {
    const { iconUrls, pictureUrl } = read(`<link rel=icon href="data:image/png;base64,AAAA"><link rel=icon href=/a.svg>
      <link rel=icon type="image/svg+xml" href=/b><meta property=og:image content="javascript:alert(1)">`);
    expect([iconUrls, pictureUrl]).toEqual([["https://example.com/favicon.ico"], null]);
  });

  it("is over with its head: what a body calls title is none, and a script may say what it likes", () => {
    expect(
      read(`<script>"</head><title>no</title>"</script><title>yes</title><body><meta name=description content=no>`),
    ).toMatchObject({ title: "yes", description: null });
    expect(read("<head></head><title>no</title>").title).toBeNull();
  });

  it.each<[string, Buffer, string]>([
    ["UTF-8 that says so", Buffer.from('<meta charset="utf-8"><title>Grüße 日本</title>'), "text/html"],
    ["UTF-8 that says nothing", Buffer.from("<title>Grüße 日本</title>"), "text/html"],
    ["Shift_JIS by meta", iconv.encode('<meta charset="shift_jis"><title>日本</title>', "shift_jis"), "text/html"],
    ["Shift_JIS by header", iconv.encode("<title>日本</title>", "shift_jis"), "text/html; charset=Shift_JIS"],
    ["a header against its meta", Buffer.from("<meta charset=latin1><title>日本</title>"), 'text/html;charset="utf-8"'],
    ["GBK", iconv.encode("<meta charset=gb2312><title>日本</title>", "gbk"), "text/html"],
    ["EUC-KR", iconv.encode("<meta charset=euc-kr><title>日本</title>", "euc-kr"), "text/html"],
    ["UTF-16 by its BOM", iconv.encode("<title>日本</title>", "utf16le", { addBOM: true }), "text/html"],
    [
      "a BOM against its header",
      iconv.encode("<title>日本</title>", "utf8", { addBOM: true }),
      "text/html;charset=gbk",
    ],
  ])("in %s is read as browsers read it", (_what, body, contentType) =>
    expect(read(body, contentType).title).toContain("日本"),
  );

  it.each([
    ["that says nothing", ""],
    ["that says ISO-8859-1, as browsers mean it", "<meta charset=iso-8859-1>"],
    ["by http-equiv", '<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">'],
    ["whose encoding nobody knows", "<meta charset=klingon>"],
  ])("in Windows-1252 %s is read so", (_what, head) =>
    expect(read(iconv.encode(`${head}<title>“50 €” – Grüße</title>`, "win1252")).title).toBe("“50 €” – Grüße"),
  );

  it("is known by its type alone", () => {
    expect(["text/html", "Text/HTML; charset=x", "application/xhtml+xml"].map(isPage)).toEqual([true, true, true]);
    expect([undefined, "", "text/plain", "application/pdf", "image/svg+xml"].map(isPage)).toEqual(Array(5).fill(false));
  });

  it("is known to be over as it comes, byte by byte", () => {
    const isOver = createHeadEnd();
    const html = "<title>a</title><script>'</head>'</script></HEAD ><p>";
    const over = [...Buffer.from(html)].findIndex((byte) => isOver(Uint8Array.of(byte)));
    expect(html.slice(0, over + 1)).toMatch(/<\/HEAD ?>?$/);
  });
});

describe("a text of somebody else's", () => {
  it.each([
    ["  a \n\t b\0c ", "a bc"],
    ["\u202Eevil\u202C \u2066x\u2069\u200F", "evil x"],
    ["👩‍👩‍👧 नमस्ते", "👩‍👩‍👧 नमस्ते"],
    ["<b>bold</b>", "<b>bold</b>"],
    ["\uD83D", "\uFFFD"],
    ["\u200B \u2060", null],
    ["", null],
  ])("%j becomes %j", (text, cleaned) => expect(cleanText(text, 50)).toBe(cleaned));

  it("is cut between characters, however they are made", () => {
    expect(cleanText("👩‍👩‍👧".repeat(9), 3)).toBe(`${"👩‍👩‍👧".repeat(3)}…`);
    expect(cleanText("x".repeat(1_000_000), 10)).toBe(`${"x".repeat(10)}…`);
    // A character with thousands of combining marks is unreadable and is removed.
    expect(cleanText(`ab${"\u0301".repeat(100_000)}`, 10)?.length).toBeLessThan(100);
  });
});

it.each([
  ["image/png", "\x89PNG\r\n\x1A\nrest"],
  ["image/jpeg", "\xFF\xD8\xFF\xE0rest"],
  ["image/gif", "GIF89arest"],
  ["image/webp", "RIFF\0\n\0\0WEBPrest"],
  ["image/x-icon", "\0\0\x01\0\x01\0"],
  [null, "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"],
  [null, "<html><script>alert(1)</script>"],
  [null, "GIF8"],
  [null, ""],
])("%s is told by how a file begins", (type, content) =>
  expect(imageTypeOf(Buffer.from(content, "latin1"))).toBe(type),
);
