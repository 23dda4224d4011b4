import { expect, it } from "vitest";
import { exportedOptions } from "./exportedOptions.ts";

it("has every option that is not at its default, and no nulls within", () => {
  const text = exportedOptions(
    {
      maxClicks: 5,
      forwardQuery: true,
      appendPath: false,
      hasPassword: true,
      expiresAt: null,
      rules: [{ number: 1, when: { field: "country", all: null, __typename: "Condition" }, then: { blocked: true } }],
      split: null,
    },
    0,
  );
  expect(JSON.parse(text)).toEqual({
    maxClicks: 5,
    forwardQuery: true,
    hasPassword: true,
    rules: [{ number: 1, when: { field: "country" }, then: { blocked: true } }],
    visitsLeft: 0,
  });
  expect(exportedOptions({ maxClicks: null, rules: [], hasPassword: false }, null)).toBe("");
});
