import { describe, expect, it } from "vitest";
import { withEncodedTarget } from "./rawTarget.ts";
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
