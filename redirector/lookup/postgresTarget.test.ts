import { defaultDomain, linkKey } from "@hoplog/schema/topics/links/key.js";
import { expect, it } from "vitest";
import { unreadableEntry } from "../replica/linkEntry.ts";
import { createLookup } from "./postgresTarget.ts";

const key = linkKey({ domain: defaultDomain, code: "docs" });
const away = () => Promise.reject(new Error("Postgres failed a moment ago"));

it.each([
  ["Postgres says so", () => Promise.resolve(null), false, null],
  ["Postgres is away and the feed is current", away, true, null],
])("a code is unknown where %s", async (_, query, isCurrent, expected) => {
  expect(await createLookup(query, () => Promise.resolve(isCurrent))(key)).toBe(expected);
});

it("a code may be known where Postgres is away and the feed is cut", async () => {
  expect(await createLookup(away, () => Promise.resolve(false))(key)).toBe(unreadableEntry);
});
