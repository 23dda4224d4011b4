import { expect, it } from "vitest";
import { isDesktopSystem, systemName, systemNames, systems } from "./systems.ts";

it.each([
  ["Mac OS", "macOS", true],
  ["mac os x", "macOS", true],
  ["Chromium OS", "Chrome OS", true],
  ["Ubuntu", "Linux", true],
  ["red hat", "Linux", true],
  ["iPadOS", "iOS", false],
  ["Tizen", "Tizen", false],
  ["", "", false],
])("calls %j %j", (text, name, isDesktop) => {
  expect(systemName(text)).toBe(name);
  expect(isDesktopSystem(name)).toBe(isDesktop);
});

it("gives all names of a system", () => {
  expect(systemNames("Mac OS")).toEqual(["macOS", "Mac OS", "Mac OS X", "OS X"]);
  expect(systemNames("Tizen")).toEqual(["Tizen"]);
});

it("has each name once", () => {
  const names = systems.flatMap(({ name, otherNames }) => [name, ...otherNames]).map((name) => name.toLowerCase());
  expect(new Set(names).size).toBe(names.length);
});
