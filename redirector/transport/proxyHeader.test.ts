import { isIP } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { binaryHeader } from "../testing/proxyHeaders.ts";
import { readProxyHeader } from "./proxyHeader.ts";

const read = (text: string) => readProxyHeader(Buffer.from(text, "latin1"));
const behind = "GET / HTTP/1.1\r\n";

describe("a PROXY header of version 1", () => {
  it.each([
    ["TCP4 203.0.113.7 10.0.0.1 4711 443", "203.0.113.7"],
    ["TCP4 0.0.0.0 255.255.255.255 0 65535", "0.0.0.0"],
    ["TCP6 2001:db8::7 ::1 1 2", "2001:db8::7"],
    ["UNKNOWN", null],
    ["UNKNOWN ffff::1 ffff::2 65535 65535", null],
  ])("%s has the address %s", (fields, address) => {
    const line = `PROXY ${fields}\r\n`;
    expect(read(line + behind)).toEqual({ kind: "whole", end: line.length, address });
    for (let length = 0; length < line.length; length++) {
      expect(read(line.slice(0, length))).toEqual({ kind: "incomplete" });
    }
  });

  it.each([
    ["an address of the other family", "PROXY TCP4 ::1 ::1 1 2\r\n"],
    ["an unknown family", "PROXY UDP4 203.0.113.7 10.0.0.1 1 2\r\n"],
    ["the name of an object's own", "PROXY constructor 203.0.113.7 10.0.0.1 1 2\r\n"],
    ["no address", "PROXY TCP4\r\n"],
    ["half an address", "PROXY TCP4 203.0.113 10.0.0.1 1 2\r\n"],
    ["a zero in front", "PROXY TCP4 203.0.113.07 10.0.0.1 1 2\r\n"],
    ["too large a port", "PROXY TCP4 203.0.113.7 10.0.0.1 1 65536\r\n"],
    ["no port", "PROXY TCP4 203.0.113.7 10.0.0.1 1\r\n"],
    ["two blanks", "PROXY TCP4  203.0.113.7 10.0.0.1 1 2\r\n"],
    ["something behind", "PROXY TCP4 203.0.113.7 10.0.0.1 1 2 3\r\n"],
    ["a line feed alone", `PROXY TCP4 203.0.113.7 10.0.0.1 1 2\n${" ".repeat(107)}`],
    ["107 bytes without an end", `PROXY UNKNOWN ${"x".repeat(93)}`],
    ["small letters", "proxy TCP4 203.0.113.7 10.0.0.1 1 2\r\n"],
    ["a request", "GET"],
    ["a handshake", "\x16\x03\x01"],
  ])("with %s is malformed", (_what, text) => {
    expect(read(text)).toEqual({ kind: "malformed" });
  });
});

describe("a PROXY header of version 2", () => {
  const ipv4 = [203, 0, 113, 7, 10, 0, 0, 1, 1, 2, 3, 4];
  const ipv6 = [...Array<number>(15).fill(0), 1, ...Array<number>(15).fill(0), 2, 1, 2, 3, 4];

  it.each([
    ["IPv4", { family: 0x11, addresses: ipv4 }, "203.0.113.7"],
    ["IPv6", { family: 0x21, addresses: ipv6 }, "::1"],
    ["IPv4 and more", { family: 0x11, addresses: [...ipv4, 4, 0, 2, 0, 0] }, "203.0.113.7"],
    ["a Unix socket", { family: 0x31, addresses: Array<number>(216).fill(1) }, null],
    ["no family", { family: 0, addresses: [] }, null],
    ["no family and more", { family: 0, addresses: [1, 2, 3] }, null],
    ["a health check", { command: 0x20, family: 0, addresses: [] }, null],
    ["a health check with an address", { command: 0x20, family: 0x11, addresses: ipv4 }, null],
  ])("of %s", (_what, parts, address) => {
    const header = binaryHeader(parts);
    expect(readProxyHeader(Buffer.concat([header, Buffer.from(behind)]))).toEqual({
      kind: "whole",
      end: header.length,
      address,
    });
    for (let length = 0; length < header.length; length++) {
      expect(readProxyHeader(header.subarray(0, length))).toEqual({ kind: "incomplete" });
    }
  });

  it.each([
    ["another version", { command: 0x11, family: 0x11, addresses: ipv4 }],
    ["an unknown command", { command: 0x22, family: 0x11, addresses: ipv4 }],
    ["an unknown family", { family: 0x41, addresses: ipv4 }],
    ["datagrams", { family: 0x12, addresses: ipv4 }],
    ["too short an address", { family: 0x11, addresses: ipv4.slice(1) }],
    ["an IPv4 address as IPv6", { family: 0x21, addresses: ipv4 }],
    ["too much", { family: 0x11, addresses: [...ipv4, ...Array<number>(4096).fill(0)] }],
  ])("with %s is malformed", (_what, parts) => {
    expect(readProxyHeader(binaryHeader(parts))).toEqual({ kind: "malformed" });
  });

  it("whose first bytes are those of another one is malformed at the first wrong byte", () => {
    const header = binaryHeader({ family: 0x11, addresses: ipv4 });
    for (let at = 0; at < 12; at++) {
      const wrong = Buffer.from(header.subarray(0, at + 1));
      wrong[at] = 0x58;
      expect(readProxyHeader(wrong)).toEqual({ kind: "malformed" });
    }
  });
});

it("of any bytes is never awaited without end, and its address is always one", () => {
  const starts = fc.constantFrom(
    "",
    "PROXY ",
    "PROXY TCP4 ",
    "PROXY TCP6 ::1 ",
    "\r\n\r\n\0\r\nQUIT\n",
    "\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c",
  );
  fc.assert(
    fc.property(starts, fc.uint8Array({ maxLength: 6000 }), (start, bytes) => {
      const header = readProxyHeader(Buffer.concat([Buffer.from(start, "latin1"), bytes]));
      if (header.kind === "incomplete") expect(start.length + bytes.length).toBeLessThan(16 + 4096);
      if (header.kind !== "whole") return;
      expect(header.end).toBeLessThanOrEqual(start.length + bytes.length);
      expect(header.address === null ? 4 : isIP(header.address)).toBeGreaterThan(0);
    }),
    { numRuns: 3000 },
  );
});
