import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { addressText, ipv4Number, openLocator } from "./locator.ts";
import { ipv4Decimal, ipv6Decimal, openAutonomousSystems } from "./autonomousSystems.ts";

function ipv4(text: string): Buffer {
  return Buffer.from([...Array(10).fill(0), 0xff, 0xff, ...text.split(".").map(Number)]);
}

function ipv6(hex: string): Buffer {
  return Buffer.from(hex.replaceAll(":", "").padEnd(32, "0"), "hex");
}

describe("addresses", () => {
  it("tells IPv4 from IPv6 and reads both", () => {
    expect(addressText(ipv4("8.8.8.8"), 0)).toBe("8.8.8.8");
    expect(ipv4Number(ipv4("255.255.255.254"), 0)).toBe(0xffff_fffe);
    expect(addressText(ipv6("2001:4860:4860:0000"), 0)).toBe("2001:4860:4860:0:0:0:0:0");
  });
});

describe("openAutonomousSystems", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "hoplog-networks-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  function open(csv: string, toNumber = ipv4Decimal) {
    const file = path.join(folder, `${randomUUID()}.csv`);
    writeFileSync(file, csv);
    return openAutonomousSystems(file, toNumber);
  }

  const networks = open('16,31,1,"One, Inc."\n32,32,2,Two\r\n64,127,1,"One, Inc."\n128,255,3,"A ""B"" Ç"');

  it.each([
    [15, null],
    [16, { asn: 1, isp: "One, Inc." }],
    [31, { asn: 1, isp: "One, Inc." }],
    [32, { asn: 2, isp: "Two" }],
    [33, null],
    [63, null],
    [64, { asn: 1, isp: "One, Inc." }],
    [255, { asn: 3, isp: 'A "B" Ç' }],
    [256, null],
    [0, null],
  ])("finds who has %i", (address, network) => {
    expect(networks.find(address)).toEqual(network);
  });

  it("finds each of many ranges, over all pages of a file", () => {
    const count = 40_000;
    const lines = Array.from(
      { length: count },
      (_, i) => `${i * 10},${i * 10 + 4},${i},"Network ${"n".repeat(i % 90)}"`,
    );
    const many = open(`${lines.join("\n")}\n`);
    for (let i = 0; i < count; i++) {
      const found = many.find(i * 10 + (i % 10));
      expect(found).toEqual(i % 10 > 4 ? null : { asn: i, isp: `Network ${"n".repeat(i % 90)}` });
    }
    expect(many.find(count * 10)).toBeNull();
  });

  it.each(["nonsense", "1,2,3", "1,2"])("refuses a line that is no network: %s", (line) => {
    for (const csv of [`0,0,1,One\n${line}\n`, `${line}\n16,31,1,One`, line])
      expect(() => open(csv).find(10)).toThrow(`invalid line in the file of networks: ${line}`);
  });

  it("refuses a line that is longer than it reads at once", () => {
    expect(() => open(`1,2,3,${"x".repeat(600)}\n4,5,6,Six\n`).find(1)).toThrow("longer than 512 bytes");
  });

  it("takes the first 48 bits of an IPv6 address, exactly", () => {
    const exact = (address: bigint) => {
      const text = Buffer.from(`${address}`);
      return ipv6Decimal(text, 0, text.length);
    };
    expect(exact(42541956123769884636017138956568135816n)).toBe(0x2001_4860_4860);
    const boundaries = [0n, 1n, 0x2001_4860_4860n, 0x2a02_0908_0001n, 0xffff_ffff_ffffn];
    for (const first of boundaries) {
      const address = first << 80n;
      expect(exact(address)).toBe(Number(first));
      expect(exact(address + (1n << 80n) - 1n)).toBe(Number(first));
      if (first > 0n) expect(exact(address - 1n)).toBe(Number(first) - 1);
    }
  });
});

describe("locator", () => {
  const locator = openLocator();

  it("knows country, region, city and provider of public addresses", () => {
    expect(locator.locate(ipv4("8.8.8.8"), 0)).toMatchObject({
      country: "US",
      asn: 15_169,
      isp: expect.stringContaining("Google"),
    });
    expect(locator.locate(ipv6("2001:4860:4860:0000:0000:0000:0000:8888"), 0)).toMatchObject({ asn: 15_169 });
    const german = locator.locate(ipv6("2a02:0908:0000:0000:0000:0000:0000:0001"), 0);
    expect(german).toMatchObject({
      country: "DE",
      region: expect.stringMatching(/./),
      city: expect.stringMatching(/./),
    });
  });

  it.each([
    ["loopback", ipv4("127.0.0.1")],
    ["private", ipv4("10.1.2.3")],
    ["private", ipv4("192.168.0.1")],
    ["private", ipv4("172.16.0.1")],
    ["link-local", ipv4("169.254.1.1")],
    ["unspecified", ipv4("0.0.0.0")],
    ["IPv6 loopback", ipv6("0000:0000:0000:0000:0000:0000:0000:0001")],
    ["IPv6 private", ipv6("fd00:0001")],
    ["IPv6 link-local", ipv6("fe80:0001")],
  ])("knows nothing about %s addresses (%#)", (_kind, address) => {
    expect(locator.locate(address, 0)).toEqual({ country: "", region: "", city: "", asn: 0, isp: "" });
  });
});
