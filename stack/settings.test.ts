import { EnvError } from "@hoplog/platform/env/parseEnv.js";
import { describe, expect, it } from "vitest";
import { readSettings } from "./settings.ts";

describe("SMALL", () => {
  it("is off unless it is set", () => {
    expect(readSettings({}, "/").isSmall).toBe(false);
    expect(readSettings({ SMALL: "on" }, "/").isSmall).toBe(true);
    expect(readSettings({ SMALL: "on", LISTENERS: "1" }, "/").isSmall).toBe(true);
    expect(readSettings({ LISTENERS: "4" }, "/").isSmall).toBe(false);
  });

  it("is refused with several listeners, by name", () => {
    const read = () => readSettings({ SMALL: "on", LISTENERS: "2" }, "/");
    expect(read).toThrow(EnvError);
    expect(read).toThrow("LISTENERS: must be 1 or unset if SMALL=on");
  });

  it("is refused with another value, by name", () => {
    expect(() => readSettings({ SMALL: "yes" }, "/")).toThrow("SMALL: expected on or off");
  });
});
