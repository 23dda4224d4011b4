import { describe, expect, it } from "vitest";
import { readAddress, withoutValue, withValue, writeAddress } from "./address.ts";

const read = (text: string) => readAddress(new URLSearchParams(text));

describe("the address of a view of the account", () => {
  it.each([
    "",
    "range=7d",
    "bots=1&range=all&interval=week",
    "range=custom&from=2026-01-01&to=2026-02-01&compare=1",
    "filter=country%3Ais%3ADE&filter=country%3Ais%3AFR&filter=referrer%3Acontains%3Aa%3Ab",
  ])("holds all of it: %s", (text) => {
    expect(writeAddress(new URLSearchParams(), read(text)).toString()).toBe(text);
  });

  it("leaves out what is no filter, and keeps what is not its own", () => {
    const text = "page=2&filter=planet:is:Mars&filter=city:is:Bonn&interval=minute&range=30d";
    expect(read(text)).toMatchObject({
      period: "30d",
      interval: null,
      filters: [{ field: "city", op: "is", values: ["Bonn"] }],
    });
    expect(writeAddress(new URLSearchParams(text), read("")).toString()).toBe("page=2");
    expect(read(Array.from({ length: 60 }, (_, i) => `filter=city:is:${i}`).join("&")).filters).toEqual([]);
  });
});

describe("values of filters", () => {
  const one = { field: "country", op: "is", value: "DE" } as const;

  it("are added to the filter of their field, once, and taken from it", () => {
    const filters = withValue(withValue(withValue([], one), { ...one, value: "FR" }), one);
    expect(filters).toEqual([{ field: "country", op: "is", values: ["DE", "FR"] }]);
    expect(withoutValue(filters, one)).toEqual([{ field: "country", op: "is", values: ["FR"] }]);
    expect(withoutValue(withoutValue(filters, one), { ...one, value: "FR" })).toEqual([]);
    expect(withoutValue(filters, { ...one, op: "isNot" })).toEqual(filters);
  });

  it("are refused where they don't fit", () => {
    expect(() => withValue([], { field: "rule", op: "is", value: "first" })).toThrow("whole number");
  });
});
