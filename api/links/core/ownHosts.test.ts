import { parseOriginalUrl } from "@hoplog/schema/links/originalUrl.js";
import { describe, expect, it } from "vitest";
import { isOneHost, ownHosts } from "./ownHosts.ts";

describe("a short link's own host", () => {
  const refused = { ok: false, message: "A short link can't point to a short link of this site" };

  it.each([
    ["https://hop.example", "https://hop.example/abc"],
    ["https://hop.example", "http://HOP.example:80/abc"],
    ["https://hop.example", "https://hop.example./abc"],
    ["http://localhost:3001", "http://127.0.0.1:3001/abc"],
    ["http://localhost:3001", "http://127.1:3001/abc"],
    ["http://localhost:3001", "http://[::1]:3001/abc"],
    ["http://127.0.0.1:3001", "http://localhost:3001/abc"],
    ["http://localhost:3001", "http://0:3001/abc"],
    ["http://localhost:3001", "http://127.0.0.2:3001/abc"],
    ["http://localhost:3001", "http://127.255.255.254:3001/abc"],
    ["http://localhost:3001", "http://0x7f000001:3001/abc"],
    ["http://localhost:3001", "http://[::ffff:127.0.0.1]:3001/abc"],
    ["http://localhost:3001", "http://[::ffff:7f00:2]:3001/abc"],
    ["http://localhost:3001", "http://[::ffff:0:127.0.0.1]:3001/abc"],
    ["http://localhost:3001", "http://[::127.0.0.1]:3001/abc"],
    ["http://localhost:3001", "http://[0:0:0:0:0:0:0:1]:3001/abc"],
    ["http://localhost:3001", "http://[::]:3001/abc"],
    ["http://localhost:3001", "http://[::ffff:0.0.0.0]:3001/abc"],
    ["http://localhost:3001", "http://me.LOCALHOST.:3001/abc"],
    ["http://127.0.0.1", "http://127.0.0.2/abc"],
    ["http://192.0.2.7:3001", "http://[::ffff:192.0.2.7]:3001/abc"],
    ["http://[::ffff:c000:207]:3001", "http://192.0.2.7:3001/abc"],
  ])("%s is never a target as %s", (shortUrl, url) => {
    expect(parseOriginalUrl(url, ownHosts(shortUrl))).toEqual(refused);
  });

  it.each([
    ["https://hop.example", "https://app.hop.example/"],
    ["http://localhost:3001", "http://localhost:3000/dashboard"],
    ["https://hop.example", "https://localhost/abc"],
    ["http://192.0.2.7:3001", "http://192.0.2.8:3001/abc"],
    ["http://localhost:3001", "http://128.0.0.1:3001/abc"],
    ["http://localhost:3001", "http://[::2]:3001/abc"],
    ["http://localhost:3001", "http://localhost.example:3001/abc"],
  ])("%s leaves %s alone", (shortUrl, url) => {
    expect(parseOriginalUrl(url, ownHosts(shortUrl))).toMatchObject({ ok: true });
  });

  it.each(["https://other.example/abc", "http://OTHER.example.:8443/abc"])("is never %s, a further host", (url) => {
    expect(parseOriginalUrl(url, ownHosts("https://hop.example:8443", ["other.example"]))).toEqual(refused);
  });
});

it.each([
  ["https://hop.example", "https://hop.example", true],
  ["http://localhost:8080", "http://127.0.0.1:8080", true],
  ["https://app.hop.example", "https://hop.example", false],
  ["http://localhost:3000", "http://localhost:3001", false],
])("app %s and codes %s share a host: %s", (publicUrl, shortUrl, is) => {
  expect(isOneHost(publicUrl, shortUrl)).toBe(is);
});
