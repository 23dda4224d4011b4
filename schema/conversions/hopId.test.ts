import { expect, it } from "vitest";
import { uuidBytes } from "../uuid.ts";
import { decodeHopId, encodeHopId, hopIdLength } from "./hopId.ts";

const clickId = "018bcfe5-6800-7070-9c1c-1f0700000007";
const linkId = "01900000-0000-7000-8000-0000000000aa";
const text = encodeHopId({ clickId: uuidBytes(clickId), linkId: uuidBytes(linkId), at: 1_700_000_000_999 });

it("says click, link and second, and is the same text for ever", () => {
  expect(text).toBe("AQGLz-VoAHBwnBwfBwAAAAcBkAAAAABwAIAAAAAAAACqZVPxAA");
  expect(text).toHaveLength(hopIdLength);
  expect(decodeHopId(text)).toEqual({ clickId, linkId, clickedAt: new Date(1_700_000_000_000) });
});

it.each([
  ["nothing", ""],
  ["what is cut off", text.slice(0, -1)],
  ["what is longer", `${text}A`],
  ["another version", `B${text.slice(1)}`],
  ["another text of the same bytes", `${text.slice(0, -1)}B`],
  ["other characters", `${text.slice(0, 20)}!${text.slice(21)}`],
])("is not %s", (_, other) => {
  expect(decodeHopId(other)).toBeNull();
});
