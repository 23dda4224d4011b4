import { dimensionNames } from "@hoplog/schema/clicks/dimensions.js";
import { expect, it } from "vitest";
import { readableVersions } from "./storedDays.ts";

it("reads what was kept without a version only while it holds every dimension", () => {
  const first = ["country", "browser", "os", "device", "referrer", "isp"];
  expect(readableVersions(first)).toContain("");
  expect(readableVersions([...first, "planet"])).toEqual([`2 ${first.join(",")},planet`]);
  expect(readableVersions(first.slice(1))).not.toContain("");
});

it("names a counting by what it holds", () => {
  expect(readableVersions()[0]).toBe(`2 ${dimensionNames.join(",")}`);
});
