import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseAgent } from "./agent.ts";
import { agentBotReason } from "./botRules.ts";
import { documentedAgents } from "./documentedAgents.ts";

const text = readFileSync(new URL("../../docs/explain/visitors-and-bots.md", import.meta.url), "utf8");

/** Returns the cells of the first table of a section, with the user agent of each row. */
function rowsOf(section: string) {
  const [, body = ""] = text.split(`\n## ${section}\n`);
  const [, , ...rows] = /(?:^\|.*\|\n)+/m.exec(body)?.[0].trim().split("\n") ?? [];
  return rows.map((row) => {
    const cells = row.slice(2, -2).split(" | ");
    return { cells, userAgent: documentedAgents[cells[0] ?? ""] ?? "" };
  });
}

const people = rowsOf("People");
const bots = rowsOf("Bots");

describe("docs/explain/visitors-and-bots.md", () => {
  it("has people and bots, each with a user agent", () => {
    expect(people.length).toBeGreaterThan(30);
    expect(bots.length).toBeGreaterThan(10);
    const names = [...people, ...bots].map(({ cells: [name] }) => name);
    expect(names.toSorted()).toEqual(Object.keys(documentedAgents).toSorted());
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
