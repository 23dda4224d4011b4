import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseAgent } from "./agent.ts";
import { agentBotReason } from "./botRules.ts";

/** The cells of all table rows of docs/visitors.md that end with a user agent. */
const rows = readFileSync(new URL("../../docs/visitors.md", import.meta.url), "utf8")
  .split("\n")
  .flatMap((line) => {
    const [, cells, userAgent] = /^\| (.*) \| `([^`]*)` \|$/.exec(line) ?? [];
    return cells === undefined || userAgent === undefined ? [] : [{ cells: cells.split(" | "), userAgent }];
  });
const people = rows.filter(({ cells }) => cells.length === 4);
const bots = rows.filter(({ cells }) => cells.length === 2);

describe("docs/visitors.md", () => {
  it("has people and bots", () => {
    expect(people.length).toBeGreaterThan(30);
    expect(bots.length).toBeGreaterThan(10);
    expect(people.length + bots.length).toBe(rows.length);
  });

  it.each(people)("is right about the person $cells.0", ({ cells: [, device, browser, os], userAgent }) => {
    expect({ ...parseAgent(userAgent), reason: agentBotReason(userAgent) }).toMatchObject({
      device,
      browser,
      os,
      reason: "",
    });
  });

  it.each(bots)("is right about the bot $cells.0", ({ cells: [, reason], userAgent }) => {
    expect(agentBotReason(userAgent)).toBe(reason);
  });
});
