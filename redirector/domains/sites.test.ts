import { defaultHostsKey, domainKey, encodeDefaultHosts, encodeDomain } from "@hoplog/schema/topics/links/hosts.js";
import { expect, it } from "vitest";
import { defaultSite as createDefaultSite } from "./site.ts";
import { createSites } from "./sites.ts";

const defaultSite = createDefaultSite("https://app.example");

function open(counts = true) {
  const entries = new Map<string, Uint8Array>();
  let version = 0;
  let time = 0;
  let lookups = 0;
  const siteOf = createSites({
    find(key) {
      lookups++;
      return entries.get(key);
    },
    version: counts ? () => version : null,
    refresh: () => {},
    defaultSite,
    hosts: ["app.example"],
    appHost: null,
    now: () => time,
  });
  return {
    set(key: string, value: Uint8Array | null) {
      if (value) entries.set(key, value);
      else entries.delete(key);
      version++;
      time += 2000;
    },
    lookups: () => lookups,
    at(host: string) {
      const bytes = Buffer.from(`Host: ${host}\r\n`, "latin1");
      const site = siteOf(bytes, 6, 6 + host.length);
      if (typeof site === "string") return site;
      return site === defaultSite ? "default" : site.number;
    },
  };
}

it.each([true, false])("hosts are those of domains, the default one's, or unknown (changes counted: %s)", (counts) => {
  const sites = open(counts);
  expect(["go.brand.example", "anything.example"].map(sites.at)).toEqual(["default", "default"]);
  sites.set(domainKey("go.brand.example"), encodeDomain({ number: 7, ignoresCase: false }));
  expect(["go.brand.example", "GO.Brand.example:8080", "go.brand.example."].map(sites.at)).toEqual([7, 7, 7]);
  expect(["brand.example", "a.go.brand.example"].map(sites.at)).toEqual(["default", "default"]);
  sites.set(defaultHostsKey, encodeDefaultHosts(["go.example"]));
  const own = [
    "",
    "go.example",
    "go.example:80",
    "app.example",
    "localhost:3001",
    "127.0.0.1",
    "[::1]:3001",
    "10.0.0.7",
  ];
  expect(own.map(sites.at)).toEqual(own.map(() => "default"));
  const strange = [
    "brand.example",
    "go.example.evil.example",
    "go.example:80:80",
    "go.example/",
    "x".repeat(5000),
    "ä",
  ];
  expect(strange.map(sites.at)).toEqual(strange.map(() => "unknown host"));
  sites.set(domainKey("go.brand.example"), null);
  expect(sites.at("go.brand.example")).toBe("unknown host");
});

it("what can't be read of a domain is not guessed at, and of the default hosts counts as not said", () => {
  const sites = open();
  sites.set(domainKey("go.brand.example"), Buffer.alloc(0));
  sites.set(defaultHostsKey, Buffer.from("nonsense"));
  expect(["go.brand.example", "other.example"].map(sites.at)).toEqual(["unreadable host", "default"]);
});

it("a host is looked up once until something changes", () => {
  const sites = open();
  sites.set(domainKey("go.brand.example"), encodeDomain({ number: 7, ignoresCase: false }));
  for (let i = 0; i < 10; i++) expect([sites.at("go.brand.example"), sites.at("go.example")]).toEqual([7, "default"]);
  expect(sites.lookups()).toBe(3);
});
