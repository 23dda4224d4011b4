import { describe, expect, it } from "vitest";
import { includedIn, type Needs, needsText } from "./needs.ts";

describe("what an operation needs", () => {
  it.each<[Needs, string]>([
    [{}, ""],
    [{ needs: [] }, ""],
    [{ needs: ["links:read"] }, "Requires the scope `links:read`."],
    [{ needs: ["links:read", "notes:read"] }, "Requires the scopes `links:read` and `notes:read`."],
    [
      { needs: ["groups:write", "links:write", "tags:write"] },
      "Requires the scopes `groups:write`, `links:write` and `tags:write`.",
    ],
    [
      { needs: ["links:create"], mayNeed: { "tags:write": "if the call creates a tag" } },
      "Requires the scope `links:create`. Also requires `tags:write` if the call creates a tag.",
    ],
    [
      { needs: ["account:write"], mayNeed: { "links:read": "for links" } },
      "Requires a session; API keys are not accepted.",
    ],
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
