import { plainHostname } from "@hoplog/schema/domains/hostname.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseEntry, pathOf } from "./entry.ts";
import { createMatcher } from "./matching.ts";

function entryOf(text: string): string {
  const parsed = parseEntry(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.problem}`);
  return parsed.entry;
}

const listed = (entries: readonly string[], url: string) =>
  createMatcher(entries.map((text) => ({ entry: entryOf(text), reason: "Phishing" }))).find(url)?.entry ?? null;

describe("an entry", () => {
  it.each([
    ["Bad.Example", "bad.example"],
    ["https://bad.example/", "bad.example"],
    ["http://bad.example:80", "bad.example"],
    ["bad.example.:8080", "bad.example:8080"],
    ["bücher.example/a", "xn--bcher-kva.example/a"],
    ["https://127.0.0.1/", "127.0.0.1"],
    ["[::0001]/x", "[::1]/x"],
    ["bad.example//a/../%6cogin?x=%2f", "bad.example/login?x=%2F"],
    ["bad.example?id=1", "bad.example/?id=1"],
    ["bad.example/#/app", "bad.example/#/app"],
  ])("%s is %s", (text, entry) => {
    expect(parseEntry(text)).toEqual({ ok: true, entry });
  });

  it.each([
    "",
    "  ",
    "*.bad.example",
    "ftp://bad.example",
    "javascript:alert(1)",
    "user:secret@bad.example",
    "bad example",
    "bad.example:99999",
    "http://",
    "<html>",
    "404",
    "0x7f.1",
    `bad.example/${"a".repeat(2000)}`,
    `bad.example/${"ä".repeat(400)}`,
    "x".repeat(1_000_000),
  ])("is not %.40s", (text) => {
    expect(parseEntry(text)).toMatchObject({ ok: false, problem: expect.any(String) });
  });
});

describe("a listed host", () => {
  it.each([
    "http://bad.example/",
    "https://www.bad.example:8443/a?b",
    "https://a.b.bad.example./",
    "http://BAD.example",
  ])("lists %s", (url) => {
    expect(listed(["bad.example"], url)).toBe("bad.example");
  });
  it.each(["http://notbad.example/", "http://example/", "http://bad.example.com/", "http://x/?bad.example", "no URL"])(
    "does not list %s",
    (url) => {
      expect(listed(["bad.example"], url)).toBeNull();
    },
  );
  it("with a port lists that port alone", () => {
    expect(listed(["bad.example:8080"], "https://a.bad.example:8080/")).toBe("bad.example:8080");
    expect(listed(["bad.example:8080"], "https://bad.example/")).toBeNull();
  });
});

describe("a listed beginning of a URL", () => {
  it.each(["/login", "/login/", "/login/a", "/login?a", "/login#a", "/%6Cogin", "//login", "/x/../login"])(
    "lists %s",
    (path) => {
      expect(listed(["bad.example/login"], `https://bad.example${path}`)).toBe("bad.example/login");
    },
  );
  it.each(["/", "/logins", "/Login", "/a/login", "/?/login"])("does not list %s", (path) => {
    expect(listed(["bad.example/login"], `https://bad.example${path}`)).toBeNull();
  });
  it("is of that host alone, whatever its subdomains and ports are", () => {
    expect(listed(["bad.example/login"], "https://www.bad.example/login")).toBeNull();
    expect(listed(["bad.example/login"], "https://bad.example:444/login")).toBe("bad.example/login");
  });
  it("that ends with a slash lists what lies below it", () => {
    expect(listed(["bad.example/a/"], "https://bad.example/a/b")).toBe("bad.example/a/");
    expect(listed(["bad.example/a/"], "https://bad.example/a")).toBeNull();
  });
  it("with a query lists it with more parameters, and no longer value", () => {
    expect(listed(["bad.example/?id=1"], "https://bad.example/?id=1&a")).toBe("bad.example/?id=1");
    expect(listed(["bad.example/?id=1"], "https://bad.example/?id=12")).toBeNull();
  });
});

/** Reference implementation that compares every entry. */
function naive(entries: readonly string[], text: string): boolean {
  const url = new URL(text);
  const host = plainHostname(url);
  const path = pathOf(url);
  return entries.some((entry) => {
    const [, place = "", wanted = ""] = /^([^/]*)(.*)$/.exec(entry) ?? [];
    const [, wantedHost = "", port = ""] = /^(.*?)(?::(\d+))?$/.exec(place) ?? [];
    if (port !== "" && port !== url.port) return false;
    if (wanted === "") return host === wantedHost || host.endsWith(`.${wantedHost}`);
    if (host !== wantedHost || !path.startsWith(wanted)) return false;
    return path === wanted || /[/?#&]$/.test(wanted) || /^[/?#&]/.test(path.slice(wanted.length));
  });
}

const label = fc.constantFrom("a", "b", "bad");
const host = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join("."));
const port = fc.constantFrom("", "", ":80", ":8080");
const path = fc
  .array(fc.constantFrom("a", "b", "%61", "%2f", "/", "//", "?", "#", "&", "=", "."), { maxLength: 6 })
  .map((parts) => (parts.length === 0 ? "" : `/${parts.join("")}`));
const place = fc.tuple(host, port, path).map((parts) => parts.join(""));

it("agrees with looking at every entry", () => {
  fc.assert(
    fc.property(fc.array(place, { maxLength: 6 }), place, (texts, at) => {
      const entries = texts.map(entryOf);
      expect(listed(texts, `http://${at}`) !== null).toBe(naive(entries, `http://${at}`));
    }),
    { numRuns: 3000 },
  );
});

it("finds one of 100,000 entries of one host, and of as many hosts, at once", () => {
  const reason = "Phishing";
  const entries = Array.from({ length: 100_000 }, (_, i) => [
    { entry: `host${i}.example`, reason },
    { entry: `one.example/page${i}`, reason },
  ]).flat();
  const matcher = createMatcher(entries);
  expect(matcher.size).toBe(200_000);
  const hostile = `https://one.example${"/a".repeat(1000)}`;
  const from = process.threadCpuUsage();
  for (let i = 0; i < 1000; i++) {
    expect(matcher.find(`https://www.host${i}.example/`)?.entry).toBe(`host${i}.example`);
    expect(matcher.find(`https://one.example/page${i}/x`)?.entry).toBe(`one.example/page${i}`);
    expect(matcher.find(hostile)).toBeNull();
  }
  // With a comparison of every entry this test would take minutes.
  expect(process.threadCpuUsage(from).user).toBeLessThan(5000e3);
});
