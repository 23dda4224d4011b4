import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseEvent, streamTypes } from "./domainEvent.ts";
import { groupEventSchema } from "./group.ts";
import { linkEventSchema } from "./link.ts";
import { tagEventSchema } from "./tag.ts";
import { userEventSchema } from "./user.ts";

const folder = new URL("golden/", import.meta.url);
const goldenSchema = z.object({
  stream: z.enum(streamTypes),
  stored: z.object({ type: z.string(), version: z.number(), data: z.unknown() }),
  read: z.unknown(),
});
const golden = readdirSync(folder).map((file) => ({
  file,
  ...goldenSchema.parse(JSON.parse(readFileSync(new URL(file, folder), "utf8"))),
}));

describe("every event version ever released", () => {
  it.each(golden)("is still read: $file", ({ stream, stored, read }) => {
    expect(parseEvent(stream, stored)).toEqual(read);
  });

  it("has a golden file of its present version", () => {
    const present = [linkEventSchema, groupEventSchema, tagEventSchema, userEventSchema].flatMap((schema) =>
      schema.options.flatMap(({ shape: { type, version } }) =>
        Array.from<string, string>(type.values, (name) => `${name}@${version.value}.json`),
      ),
    );
    expect(golden.map(({ file }) => file)).toEqual(expect.arrayContaining(present));
  });

  it("is named after what it holds", () => {
    for (const { file, stored } of golden) expect(file).toBe(`${stored.type}@${stored.version}.json`);
  });

  it.each([
    { type: "LinkCreated", version: 99, data: {} },
    { type: "LinkCreated", version: 1, data: {} },
    { type: "Nothing", version: 1, data: {} },
  ])("but not what never was one: %j", (event) => {
    expect(() => parseEvent("link", event)).toThrow();
  });
});
