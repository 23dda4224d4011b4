import { HoplogError } from "@hoplog/schema/errors.js";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseInput } from "./parse.ts";

const schema = z.object({
  at: z.union([z.iso.datetime(), z.literal("")]).optional(),
  days: z.number().nullish(),
  list: z.array(z.string()).optional(),
  of: z.object({ name: z.string() }).optional(),
  isOn: z.boolean().optional(),
  kind: z.enum(["spike", "drop"]).optional(),
  own: z.string("A sentence of its own").optional(),
});

function refused(input: unknown): unknown {
  try {
    return parseInput(schema, input);
  } catch (error) {
    return error instanceof HoplogError ? error.details["fields"] : error;
  }
}

describe("what can't be read", () => {
  it.each([
    [{ days: "30" }, "days", "Must be a number"],
    [{ days: Number.NaN }, "days", "Must be a number"],
    [{ list: "DE" }, "list", "Must be a list"],
    [{ list: [5] }, "list.0", "Must be a string"],
    [{ of: [] }, "of", "Must be an object"],
    [{ of: {} }, "of.name", "Must be a string"],
    [{ isOn: 1 }, "isOn", "Must be true or false"],
    [{ kind: "x" }, "kind", "Must be one of spike, drop"],
    [{ at: 5 }, "at", "Must have one of the documented types"],
    [{ own: 5 }, "own", "A sentence of its own"],
    ["text", "body", "Must be an object"],
  ])("%j is said in plain words", (input, field, message) => {
    expect(refused(input)).toEqual([{ field, message }]);
  });
});
