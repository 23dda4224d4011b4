import { describe, expect, it } from "vitest";
import { commandOf, type ListCommand, shortcuts } from "./shortcuts.ts";

const press = (key: string, held: Partial<Parameters<typeof commandOf>[0]> = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  ...held,
});

describe("keys of the list", () => {
  it.each<[Parameters<typeof commandOf>[0], ListCommand | null]>([
    [press("j"), "next"],
    [press("x"), "select"],
    [press("X", { shiftKey: true }), "selectRange"],
    // The key was typed with caps lock.
    [press("X"), "select"],
    // Some keyboards require Shift for `/` and `?`, others don't.
    [press("/", { shiftKey: true }), "search"],
    [press("?", { shiftKey: true }), "help"],
    [press("?"), "help"],
    [press("Enter"), "details"],
    [press("J", { shiftKey: true }), null],
    [press("c", { ctrlKey: true }), null],
    [press("c", { metaKey: true }), null],
    [press("a", { altKey: true }), null],
    [press("e", { isComposing: true }), null],
    [press("q"), null],
  ])("%j is %s", (pressed, command) => {
    expect(commandOf(pressed, true)).toBe(command);
  });

  it("are single characters only where these are wanted", () => {
    for (const { key, command } of shortcuts) {
      const expected = key.length > 1 ? command : null;
      expect(commandOf(press(key), false)).toBe(expected);
    }
  });

  it("mean one thing each", () => {
    const keys = shortcuts.map(({ key, shift }) => `${key} ${shift}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
