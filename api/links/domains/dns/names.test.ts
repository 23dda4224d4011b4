import { describe, expect, it } from "vitest";
import { displayNameOf, isApex, readDomainName } from "./names.ts";

const own = ["hop.example", "app.hop.example"];

describe("the name of a domain", () => {
  it.each([
    ["Go.Brand.Example.", "go.brand.example"],
    ["brand.example", "brand.example"],
    ["bücher.de", "xn--bcher-kva.de"],
    ["go.brand.test", "go.brand.test"],
    ["go.brand.co.uk", "go.brand.co.uk"],
    ["go.hop.example", "go.hop.example"],
  ])("%s is %s", (text, name) => {
    expect(readDomainName(text, own)).toEqual({ name });
  });

  it.each([
    "",
    "localhost",
    "go.localhost",
    "printer.local",
    "db.internal",
    "brand",
    "127.0.0.1",
    "2130706433",
    "[::1]",
    "co.uk",
    "github.io",
    "com",
    "https://go.brand.example",
    "go.brand.example/x",
    "*.brand.example",
    "_dmarc.brand.example",
    "-go.brand.example",
    "go..brand.example",
    "hop.example",
    "APP.hop.example",
    `${"a".repeat(64)}.example`,
    `${"a.".repeat(125)}example`,
    "a".repeat(1_000_000),
  ])("%s is none", (text) => {
    expect(readDomainName(text, own)).toHaveProperty("problem");
  });

  it("is an apex where nothing stands before what is registered", () => {
    const names = ["brand.example", "brand.co.uk", "me.github.io", "go.brand.example"];
    expect(names.map(isApex)).toEqual([true, true, true, false]);
  });

  it("is shown as people read it", () => {
    expect(displayNameOf("xn--bcher-kva.de")).toBe("bücher.de");
  });
});
