import { describe, expect, it } from "vitest";
import { includedIn, type Needs, needsText } from "./needs.ts";

describe("what an operation needs", () => {
  it.each<[Needs, string]>([
    [{}, ""],
    [{ needs: [] }, ""],
    [{ needs: ["links:read"] }, "Needs the scope `links:read`."],
    [{ needs: ["links:read", "notes:read"] }, "Needs the scopes `links:read` and `notes:read`."],
    [
      { needs: ["groups:write", "links:write", "tags:write"] },
      "Needs the scopes `groups:write`, `links:write` and `tags:write`.",
    ],
    [
      { needs: ["links:create"], mayNeed: { "tags:write": "if it makes a tag" } },
      "Needs the scope `links:create`. Needs `tags:write` too if it makes a tag.",
    ],
    [{ needs: ["account:write"], mayNeed: { "links:read": "for links" } }, "Takes a session, no API key."],
  ])("%j is said", (needs, text) => {
    expect(needsText(needs)).toBe(text);
  });

  it("includes reading in writing, and making links in changing them", () => {
    expect([
      includedIn("tags:write"),
      includedIn("tags:read"),
      includedIn("links:write"),
      includedIn("export"),
    ]).toEqual([["tags:read"], [], ["links:read", "links:create"], []]);
  });
});
