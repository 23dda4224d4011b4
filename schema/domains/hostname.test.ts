import { expect, it } from "vitest";
import { defaultHostNames, defaultHosts } from "./defaultHosts.ts";
import { hostnameOf, hostnameWithPort, plainHost, plainHostname } from "./hostname.ts";

it.each([
  ["Go.Example.COM", "go.example.com"],
  [" go.example.com. ", "go.example.com"],
  ["bücher.example", "xn--bcher-kva.example"],
  ["127.0.0.1", "127.0.0.1"],
])("%j is the host %s", (text, host) => {
  expect(hostnameOf(text)).toBe(host);
});

it.each([
  "",
  "a b",
  "https://go.example",
  "go.example/x",
  "go.example:80",
  "me@go.example",
  "go.example?x",
  "[::1",
  "%",
])("%j is no host name", (text) => {
  expect(hostnameOf(text)).toBeNull();
});

it("the default domain has the hosts of the app, of short links, and the named ones", () => {
  const urls = ["https://app.example.com", "http://go.example:3001"];
  expect(defaultHosts(urls, ["go.example", "alt.example"])).toEqual(["alt.example", "app.example.com", "go.example"]);
});

it.each([
  ["https://go.example./x", "go.example", "go.example"],
  ["http://GO.example.:8080/", "go.example", "go.example:8080"],
  ["http://[::1]:80/", "[::1]", "[::1]"],
])("%s has the host %s without a dot at its end, and with its port %s", (url, hostname, host) => {
  expect([plainHostname(new URL(url)), plainHost(new URL(url))]).toEqual([hostname, host]);
});

it.each([
  [" LocalHost:3101 ", "localhost:3101"],
  ["hop.example.", "hop.example"],
  ["bücher.example:80", "xn--bcher-kva.example:80"],
  ["hop.example:123456", null],
  ["hop.example:80/a", null],
  [":80", null],
  ["http://hop.example:80", null],
])("%j is the host %s with its port", (text, host) => {
  expect(hostnameWithPort(text)).toBe(host);
});

it("the default domain is called as its hosts are, with the port of short links and without", () => {
  expect(defaultHostNames(["localhost"], "http://localhost:3101")).toEqual(["localhost", "localhost:3101"]);
  expect(defaultHostNames(["hop.example"], "https://hop.example/")).toEqual(["hop.example"]);
});
