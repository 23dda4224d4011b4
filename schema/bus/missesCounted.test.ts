import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { uuidText } from "../uuid.ts";
import { missesCountedMessage, readMissesCounted } from "./missesCounted.ts";

it.each([
  [0, []],
  [1, []],
  [0, [0]],
  [3, [0, 7, 4_294_967_295]],
])("names %i owners and the domains %j", (owners, domains) => {
  const ids = Array.from({ length: owners }, () => randomBytes(16));
  expect(readMissesCounted(missesCountedMessage(ids, domains))).toEqual({ ownerIds: ids.map(uuidText), domains });
});

// A message as originally sent, which must not be changed; a new version of the format gets a new one.
const golden = "1FiVYbgIAAAAJCQkJCQkJCQkJCQkJCQkJBAQEBAQEBAQEBAQEBAQEBAAAAAAHAAAA";

it("reads version 1, and writes it byte for byte", () => {
  const ids = [Buffer.alloc(16, 9), Buffer.alloc(16, 4)];
  expect(missesCountedMessage(ids, [0, 7])).toBe(golden);
  expect(readMissesCounted(golden)).toEqual({ ownerIds: ids.map(uuidText), domains: [0, 7] });
});

it("refuses another version, what is no base64, and what is damaged or cut off", () => {
  expect(() => readMissesCounted(golden.replace("1", "2"))).toThrow("version");
  expect(() => readMissesCounted("1AAA*AAAA")).toThrow("base64");
  expect(() => readMissesCounted("1AAAA")).toThrow("cut off");
  const body = Buffer.from(golden.slice(1), "base64");
  for (let at = 0; at < body.length; at++) {
    const changed = Buffer.from(body);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => readMissesCounted(`1${changed.toString("base64")}`)).toThrow("damaged");
  }
});
