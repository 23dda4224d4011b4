import { describe, expect, it } from "vitest";
import { refusedTarget, withEncodedTarget } from "./rawTarget.ts";
import { incomplete, maxHeadBytes } from "./requestHead.ts";

const end = " HTTP/1.1\r\nHost: a\r\n\r\n";

describe("withEncodedTarget", () => {
  it.each([
    ["GET /docs?q=ü日", "GET /docs?q=%C3%BC%E6%97%A5"],
    ["POST /docs\u200b?a=%C3%BC&b=é", "POST /docs%E2%80%8B?a=%C3%BC&b=%C3%A9"],
  ])("encodes %s and nothing behind it", (line, encoded) => {
    const behind = `${end}GET /ü`;
    const bytes = Buffer.from(`before${line}${behind}`);
    expect(withEncodedTarget(bytes, 6)?.toString()).toBe(encoded + behind);
  });

  it("encodes bytes that are no UTF-8", () => {
    expect(withEncodedTarget(Buffer.from(`GET /?q=\xfc${end}`, "latin1"), 0)?.toString()).toBe(`GET /?q=%FC${end}`);
  });

  it.each(["GET /docs?q=ü", "GET /docs?q=ü&a=b"])("waits for the end of %s", (line) => {
    expect(withEncodedTarget(Buffer.from(line), 0)).toBe(incomplete);
  });

  it.each([
    ["ASCII", `GET /docs?q=%20${end}`],
    ["a header", `GET /docs HTTP/1.1\r\nUser-Agent: ü\r\n\r\n`],
    ["TLS", "\x16\x03\x01\u00ff"],
    ["no path", `GET ü${end}`],
    ["no method", `/ü${end}`],
    ["a target beyond all measure", `GET /${"ü".repeat(maxHeadBytes)}`],
  ])("leaves %s alone", (_what, text) => {
    expect(withEncodedTarget(Buffer.from(text), 0)).toBeNull();
  });
});

describe("refusedTarget", () => {
  /** Returns an error like Node's for the text; the parser stops at `at`, by default at the first non-ASCII byte. */
  const refused = (text: string, at?: number, code = "HPE_INVALID_URL") => {
    const rawPacket = Buffer.from(text);
    const bytesParsed = at ?? rawPacket.findIndex((byte) => byte > 0x7f);
    return refusedTarget(Object.assign(new Error("refused"), { code, rawPacket, bytesParsed }))?.toString();
  };

  it.each([
    [`GET /docs?q=ü${end}`, `GET /docs?q=ü${end}`],
    [`GET /a${end}GET /docs?q=ü${end}`, `GET /docs?q=ü${end}`],
    [`POST /a HTTP/1.1\r\nContent-Length: 3\r\n\r\na\nbGET /docs?q=ü${end}`, `GET /docs?q=ü${end}`],
    [`POST /a HTTP/1.1\r\nContent-Length: 3\r\n\r\nXYZGET /docs?q=ü${end}`, `GET /docs?q=ü${end}`],
    [`POST /a HTTP/1.1\r\nContent-Length: 5\r\n\r\nGET /HEAD /docs?q=ü${end}`, `HEAD /docs?q=ü${end}`],
    [`GÉT /docs?q=ü${end}`, undefined],
    ["GET /docs?q=ü", "GET /docs?q=ü"],
    [`docs?q=ü${end}`, undefined],
    [`/docs?q=ü${end}`, undefined],
    [`GET /${"ü".repeat(maxHeadBytes)}`, undefined],
  ])("finds the request in %.40s", (text, found) => expect(refused(text)).toBe(found));

  it.each([
    ["another refusal", refused(`GET /ü${end}`, 5, "HPE_INVALID_METHOD")],
    ["a byte before the target", refused(`GET /ü${end}`, 2)],
    ["no bytes", refusedTarget(Object.assign(new Error("refused"), { code: "HPE_INVALID_URL" })) ?? undefined],
  ])("finds none in %s", (_what, found) => expect(found).toBeUndefined());
});
