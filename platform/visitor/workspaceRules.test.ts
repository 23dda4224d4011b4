import { clickFlags } from "@hoplog/schema/topics/clickBatch/click.js";
import { noWorkspaceRules, type OwnVerdict, type WorkspaceRules } from "@hoplog/schema/bots/workspaceRules.js";
import { describe, expect, it } from "vitest";
import { createAddressBytes } from "./address.ts";
import { botReasonOf, compileRules, type ClassifiedVisit } from "./workspaceRules.ts";

const bytesOf = createAddressBytes();
const person: ClassifiedVisit = {
  flags: 0,
  userAgent: "Mozilla/5.0 Firefox/144.0",
  agentReason: "",
  asn: 3320,
  referrer: "news.example",
  ownVisit: "",
};
const bot: ClassifiedVisit = { ...person, userAgent: "curl/8.5.0", agentReason: "http library: curl" };

const verdict = (field: OwnVerdict["field"], value: string, kind: OwnVerdict["verdict"] = "bot"): OwnVerdict => ({
  field,
  value,
  verdict: kind,
});
const judged = (visit: ClassifiedVisit, ...verdicts: OwnVerdict[]) =>
  botReasonOf(visit, compileRules({ ...noWorkspaceRules, verdicts }));

describe("a visit's reason", () => {
  it.each<[string, ClassifiedVisit, readonly OwnVerdict[], string]>([
    ["a person without verdicts", person, [], ""],
    ["a bot without verdicts", bot, [], "http library: curl"],
    ["an agent in any case", person, [verdict("agent", "FIREFOX")], "workspace: agent"],
    ["another agent", person, [verdict("agent", "chrome")], ""],
    ["a network", person, [verdict("network", "3320")], "workspace: network"],
    ["a network that only begins alike", person, [verdict("network", "332")], ""],
    ["an unknown network", { ...person, asn: 0 }, [verdict("network", "0")], ""],
    ["a referrer", person, [verdict("referrer", "news.example")], "workspace: referrer"],
    [
      "a host below it",
      { ...person, referrer: "m.news.example" },
      [verdict("referrer", "news.example")],
      "workspace: referrer",
    ],
    [
      "a host that only ends alike",
      { ...person, referrer: "fakenews.example" },
      [verdict("referrer", "news.example")],
      "",
    ],
    ["a bot that is a person", bot, [verdict("agent", "curl/8", "person")], ""],
    ["the first that fits", bot, [verdict("agent", "curl", "person"), verdict("network", "3320")], ""],
    [
      "the first that fits",
      bot,
      [verdict("network", "3320"), verdict("agent", "curl", "person")],
      "workspace: network",
    ],
    [
      "a HEAD request whatever is said",
      { ...bot, flags: clickFlags.head },
      [verdict("agent", "curl", "person")],
      "head request",
    ],
    [
      "an own visit whatever is said",
      { ...person, ownVisit: "own visit: address" },
      [verdict("agent", "fire", "person")],
      "own visit: address",
    ],
    [
      "a HEAD request of one's own",
      { ...person, flags: clickFlags.head, ownVisit: "own visit: address" },
      [],
      "head request",
    ],
  ])("%s", (_, visit, verdicts, reason) => {
    expect(judged(visit, ...verdicts)).toBe(reason);
  });

  it("is the built-in one where a workspace has no rules", () => {
    expect([botReasonOf(person, null), botReasonOf(bot, null)]).toEqual(["", "http library: curl"]);
  });
});

describe("an own visit", () => {
  const own = (rules: Partial<WorkspaceRules>, address: string, query = "") =>
    compileRules({ ...noWorkspaceRules, ...rules }).ownVisit(bytesOf(address), 0, query);

  it.each([
    ["203.0.113.7", "203.0.113.7", true],
    ["203.0.113.7", "203.0.113.8", false],
    ["203.0.113.0/24", "203.0.113.255", true],
    ["203.0.113.0/24", "203.0.114.0", false],
    ["203.0.112.0/23", "203.0.113.1", true],
    ["203.0.112.0/23", "203.0.114.1", false],
    ["203.0.113.7", "::ffff:203.0.113.7", true],
    ["2001:db8::/33", "2001:db8:7fff::1", true],
    ["2001:db8::/33", "2001:db8:8000::1", false],
    ["2001:db8::1", "2001:db8::1", true],
    ["10.0.0.0/8", "::a00:1", false],
  ])("of %s by %s: %s", (range, address, isOwn) => {
    expect(own({ addresses: ["192.0.2.1", range] }, address)).toBe(isOwn ? "own visit: address" : "");
  });

  it.each([
    ["me=s3cret", true],
    ["utm_source=x&me=s3cret", true],
    ["me=other&me=s3cret", true],
    ["me=s3cret%20", false],
    ["me=S3cret", false],
    ["you=s3cret", false],
    ["", false],
  ])("by %j: %s", (query, isOwn) => {
    expect(own({ parameter: { name: "me", value: "s3cret" } }, "192.0.2.1", query)).toBe(
      isOwn ? "own visit: parameter" : "",
    );
  });
});
