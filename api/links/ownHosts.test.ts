import { parseOriginalUrl } from "@hoplog/schema/links/originalUrl.js";
import { describe, expect, it } from "vitest";
import { ownHosts } from "./ownHosts.ts";

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
  ])("%s is never a target as %s", (shortUrl, url) => {
    expect(parseOriginalUrl(url, ownHosts(shortUrl))).toEqual(refused);
  });

  it.each([
    ["https://hop.example", "https://app.hop.example/"],
    ["http://localhost:3001", "http://localhost:3000/dashboard"],
  ])("%s leaves %s alone", (shortUrl, url) => {
    expect(parseOriginalUrl(url, ownHosts(shortUrl))).toMatchObject({ ok: true });
  });
});
