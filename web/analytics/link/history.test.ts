import { describe, expect, it } from "vitest";
import type { Click } from "./clickTexts.ts";
import { addNewest, addOlder, pageOf } from "./history.ts";

function click(id: string): Click {
  return {
    id,
    timestamp: "2026-11-21T10:00:00.000Z",
    country: "",
    countryCode: "",
    city: "",
    regionName: "",
    isp: "",
    device: "",
    browser: "",
    browserVersion: "",
    operatingSystem: "",
    referrer: "",
    isBot: false,
    botReason: "",
  };
}

function clicks(ids: string): Click[] {
  return [...ids].map(click);
}

function ids(list: readonly Click[]): string {
  return list.map((entry) => entry.id).join("");
}

describe("a click history", () => {
  it("puts new clicks on top and keeps older ones that were loaded", () => {
    expect(ids(addNewest(clicks("cba"), clicks("edc")))).toBe("edcba");
    expect(ids(addOlder(clicks("edc"), clicks("cba")))).toBe("edcba");
  });

  it("starts anew rather than showing a gap", () => {
    expect(ids(addNewest(clicks("cba"), clicks("zyx")))).toBe("zyx");
  });

  it("keeps what it has when nothing came", () => {
    expect(ids(addNewest(clicks("cba"), []))).toBe("cba");
    expect(ids(addNewest([], clicks("cba")))).toBe("cba");
  });
});

describe("pageOf", () => {
  const rows = Array.from({ length: 19 }, (_, index) => index + 1);

  it("cuts pages and says which rows they hold", () => {
    expect(pageOf(rows, 1, 8)).toMatchObject({ page: 1, pages: 3, from: 1, to: 8 });
    expect(pageOf(rows, 3, 8)).toEqual({ rows: [17, 18, 19], page: 3, pages: 3, from: 17, to: 19 });
  });

  it("leaves a last page that isn't full to the older rows that will fill it", () => {
    expect(pageOf(rows, 3, 8, true)).toMatchObject({ page: 2, pages: 2, from: 9, to: 16 });
    expect(pageOf(rows.slice(0, 5), 1, 8, true)).toMatchObject({ page: 1, pages: 1, from: 1, to: 5 });
  });

  it("stays within the pages that there are", () => {
    expect(pageOf(rows, 99, 8).page).toBe(3);
    expect(pageOf(rows, 0, 8).page).toBe(1);
    expect(pageOf([], 1, 8)).toEqual({ rows: [], page: 1, pages: 1, from: 0, to: 0 });
  });
});
