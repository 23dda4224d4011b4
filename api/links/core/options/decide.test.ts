import { linkEventSchema, type LinkEvent } from "@hoplog/schema/events/link.js";
import type { Rule, Split } from "@hoplog/schema/links/options/rule.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ownerOf } from "../../../testing/member.ts";
import { decideLink, type LinkCommand } from "../decide.ts";
import { editsOf, isRevertible } from "../edits.ts";
import { evolveLink, type LinkState, noLink } from "../link.ts";
import type { OptionDrafts, RuleDraft, SplitDraft } from "./drafts.ts";

const linkId = "01900000-0000-7000-8000-000000000001";
const ownerId = "01900000-0000-7000-8000-000000000002";
const known = { linkId, by: ownerOf(ownerId), at: "2026-11-23T10:00:00.000Z" };
const plain = { name: "Docs", code: "docs", originalUrl: "https://example.com/", groupId: null };
const url = "https://example.com/there";
const when = { field: "country", op: "in", values: ["AT"] } as const;

const splitOf = (...numbers: (number | null)[]): SplitDraft => ({
  arms: numbers.map((number) => ({ number, name: "", url, weight: 1 })),
  sticky: false,
});
const rule = (number: number | null, name = "", ...arms: (number | null)[]): RuleDraft => ({
  number,
  name,
  when,
  then: arms.length > 0 ? { split: splitOf(...arms) } : { url },
});

/** Creates a link with functions that apply commands and return their events. */
function newLink() {
  let state: LinkState = noLink;
  const past: LinkEvent[][] = [];
  const run = (command: LinkCommand) => {
    const events = decideLink(command, state);
    for (const event of events) expect(linkEventSchema.parse(event)).toEqual(event);
    state = events.reduce(evolveLink, state);
    past.push(events);
    return events;
  };
  const live = () => {
    if (state.status !== "live") throw new Error("the link is not there");
    return state;
  };
  run({ type: "CreateLink", ...known, ...plain });
  return {
    past,
    edit: (options: OptionDrafts) => run({ type: "EditLink", ...known, options }),
    revert: (edit: readonly LinkEvent[]) => run({ type: "RevertLink", ...known, edit }),
    options: () => live().options,
    live,
    rules: () => live().options.rules?.map(({ number, name }) => `${number}${name}`),
    arms: () => [...armNumbers(live().options.rules ?? []), ...(live().options.split?.arms ?? []).map(numberOf)],
  };
}

const numberOf = ({ number }: { number: number }) => number;
const armNumbers = (rules: readonly Rule[]) =>
  rules.flatMap(({ then }) => ("split" in then ? then.split.arms.map(numberOf) : []));

describe("the options of a link", () => {
  it("come with its creation, and are missing from the event of a plain link", () => {
    const options = { forwardQuery: true } as const;
    const made = decideLink({ type: "CreateLink", ...known, ...plain, options }, noLink);
    expect(made).toMatchObject([{ type: "LinkCreated", data: { ...plain, options } }]);
    expect(made.reduce(evolveLink, noLink)).toMatchObject({ options, numbers: { rule: 0, arm: 0 } });
    const [bare] = decideLink({ type: "CreateLink", ...known, ...plain, options: {} }, noLink);
    expect(bare?.data).not.toHaveProperty("options");
  });

  it("change by one event with both ends of what changes alone", () => {
    const link = newLink();
    link.edit({ forwardQuery: true, redirectStatus: 307, expiresAt: "2027-01-01T00:00:00.000Z" });
    const changes = { forwardQuery: true, redirectStatus: 301, expiresAt: null, timeZone: "Europe/Vienna" } as const;
    expect(link.edit(changes)).toEqual([
      {
        type: "LinkOptionsChanged",
        version: 1,
        data: {
          linkId,
          from: { redirectStatus: 307, expiresAt: "2027-01-01T00:00:00.000Z" },
          to: { redirectStatus: 301, timeZone: "Europe/Vienna" },
          at: known.at,
        },
      },
    ]);
    expect(link.options()).toEqual({ forwardQuery: true, redirectStatus: 301, timeZone: "Europe/Vienna" });
    expect(link.edit(changes)).toEqual([]);
    expect(link.edit({ split: null })).toEqual([]);
  });

  it("must go together with those that stay", () => {
    const link = newLink();
    link.edit({ notBefore: "2027-01-01T00:00:00.000Z" });
    expect(() => link.edit({ expiresAt: "2026-12-31T00:00:00.000Z" })).toThrow("must expire after it begins");
    expect(() => link.edit({ notBefore: null, expiresAt: "2026-12-31T00:00:00.000Z" })).not.toThrow();
    expect(() => link.edit({ notBefore: "2027-01-01T00:00:00.000Z" })).toThrow("must expire after it begins");
    const values = Array.from({ length: 100 }, (_, i) => `${i}${"x".repeat(190)}`);
    const large = { ...when, field: "city", values } as const;
    link.edit({ rules: [{ ...rule(null), when: large }] });
    const long = `https://example.com/${"x".repeat(2000)}`;
    const split = {
      arms: [1, 2, 3, 4, 5, 6, 7].map(() => ({ number: null, name: "", url: long, weight: 1 })),
      sticky: true,
    };
    expect(() => link.edit({ split })).toThrow("too large together");
    expect(link.options()).not.toHaveProperty("split");
  });
});

describe("numbers of rules and arms", () => {
  it("stay with the rule or arm that carries them, in whatever order, and are never used again", () => {
    const link = newLink();
    link.edit({ rules: [rule(null, "a"), rule(null, "b"), rule(null, "c", null, null)], split: splitOf(null, null) });
    expect([link.rules(), link.arms()]).toEqual([
      ["1a", "2b", "3c"],
      [1, 2, 3, 4],
    ]);
    link.edit({ rules: [rule(3, "c", 2, null), rule(null, "d"), rule(1, "a2")] });
    expect([link.rules(), link.arms()]).toEqual([
      ["3c", "4d", "1a2"],
      [2, 5, 3, 4],
    ]);
    link.edit({ rules: null, split: null });
    link.edit({ rules: [rule(3, "c", 2, 5), rule(4, "d")], split: splitOf(null, 4) });
    expect([link.rules(), link.arms()]).toEqual([
      ["5c", "6d"],
      [6, 7, 8, 9],
    ]);
  });

  it("are one rule's or arm's, whoever claims them", () => {
    const link = newLink();
    link.edit({ rules: [rule(null, "a", null, null)], split: splitOf(null, null) });
    // The split remains, and its arms keep their numbers.
    link.edit({ rules: [rule(1, "a", 3, 1), rule(1, "b"), rule(99, "c")] });
    expect([link.rules(), link.arms()]).toEqual([
      ["1a", "2b", "3c"],
      [5, 1, 3, 4],
    ]);
    // Arms may move from a rule to the split if both are sent.
    link.edit({ rules: [rule(2)], split: splitOf(1, 5) });
    expect(link.arms()).toEqual([1, 5]);
  });

  it("are given back by a revert, and count as used for good", () => {
    const link = newLink();
    link.edit({ rules: [rule(null, "a"), rule(null, "b")], timeZone: "Europe/Vienna" });
    const removed = link.edit({ rules: [rule(null, "x")], timeZone: null });
    link.edit({ split: splitOf(null, null) });
    link.revert(removed);
    expect(link.rules()).toEqual(["1a", "2b"]);
    expect(link.options()).toMatchObject({
      timeZone: "Europe/Vienna",
      split: { arms: [{ number: 1 }, { number: 2 }] },
    });
    link.edit({ rules: [rule(1, "a"), rule(3, "x")] });
    expect(link.rules()).toEqual(["1a", "4x"]);
  });
});

describe("the number of a cap", () => {
  const capOf = ({ options }: ReturnType<typeof newLink>) => [options().maxClicks, options().capNumber];

  it("stays while the maximum changes, and is a new one where there was no cap", () => {
    const link = newLink();
    link.edit({ maxClicks: 10 });
    expect(capOf(link)).toEqual([10, 1]);
    const [changed] = link.edit({ maxClicks: 20, maxClicksUrl: url });
    expect(changed?.data).toMatchObject({ from: { maxClicks: 10 }, to: { maxClicks: 20, maxClicksUrl: url } });
    expect(capOf(link)).toEqual([20, 1]);
    expect(link.edit({ maxClicks: 20 })).toEqual([]);
    link.edit({ maxClicks: null });
    expect(link.options()).toEqual({ maxClicksUrl: url });
    link.edit({ maxClicks: 20 });
    expect(capOf(link)).toEqual([20, 2]);
  });

  it("comes back by a revert, with its count", () => {
    const link = newLink();
    link.edit({ maxClicks: 10 });
    const cleared = link.edit({ maxClicks: null });
    link.revert(cleared);
    expect(capOf(link)).toEqual([10, 1]);
    link.edit({ maxClicks: null });
    const set = link.edit({ maxClicks: 5 });
    expect(capOf(link)).toEqual([5, 2]);
    // The cap is restored even if another cap has been set since.
    link.revert(cleared);
    expect(capOf(link)).toEqual([10, 1]);
    link.revert(set);
    expect(link.options()).toEqual({});
    link.edit({ maxClicks: 7 });
    expect(capOf(link)).toEqual([7, 3]);
  });

  it("is the present one's where an earlier maximum comes back", () => {
    const link = newLink();
    link.edit({ maxClicks: 10 });
    const raised = link.edit({ maxClicks: 20 });
    link.edit({ maxClicks: null });
    link.edit({ maxClicks: 5 });
    link.revert(raised);
    expect(capOf(link)).toEqual([10, 2]);
    link.edit({ maxClicks: null });
    link.revert(raised);
    expect(capOf(link)).toEqual([10, 3]);
  });
});

/** A small range of numbers, so that edits often use a current or former number. */
const anyNumber = fc.option(fc.integer({ min: 1, max: 9 }));
const anySplit = fc.array(anyNumber, { minLength: 2, maxLength: 4 }).map((numbers) => splitOf(...numbers));
const anyRule = fc
  .record({ number: anyNumber, split: fc.option(anySplit) })
  .map(({ number, split }): RuleDraft => ({ ...rule(number), ...(split && { then: { split } }) }));
const anyEdit = fc.record(
  { rules: fc.option(fc.array(anyRule, { minLength: 1, maxLength: 4 })), split: fc.option(anySplit) },
  { requiredKeys: [] },
);

it("whatever is edited or reverted, numbers are one rule's or arm's alone, and new ones were never there", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(anyEdit, fc.nat(10)), { maxLength: 12 }), (steps) => {
      const link = newLink();
      for (const step of steps) {
        const { numbers, options } = link.live();
        const before = { rules: options.rules?.map(numberOf) ?? [], arms: link.arms() };
        if (typeof step === "number") link.revert(link.past[step] ?? []);
        else link.edit(step);
        const after = { rules: link.live().options.rules?.map(numberOf) ?? [], arms: link.arms() };
        expect([new Set(after.rules).size, new Set(after.arms).size]).toEqual([after.rules.length, after.arms.length]);
        if (typeof step === "number") continue;
        const isBack = (now: number[], then: number[], highest: number) =>
          now.some((number) => number <= highest && !then.includes(number));
        expect(isBack(after.rules, before.rules, numbers.rule)).toBe(false);
        expect(isBack(after.arms, before.arms, numbers.arm)).toBe(false);
      }
    }),
  );
});

it("a revert gives an arm another number where its own has moved elsewhere", () => {
  const link = newLink();
  link.edit({ split: splitOf(null, null) });
  const weighed = link.edit({
    split: { arms: splitOf(1, 2).arms.map((arm) => ({ ...arm, weight: 5 })), sticky: false },
  });
  link.edit({ rules: [rule(null, "", 1, null)], split: null });
  expect(link.arms()).toEqual([1, 3]);
  link.revert(weighed);
  expect(link.arms()).toEqual([1, 3, 4, 2]);
});

describe("an edit of options", () => {
  it("can be reverted as long as that would change the link", () => {
    const link = newLink();
    const edited = link.edit({ forwardQuery: true, appendPath: true });
    const meta = { userId: ownerId, via: "rest" } as const;
    const [edit] = editsOf(edited.map((event) => ({ version: 2, meta, event })));
    if (!edit) throw new Error("an edit has events");
    expect(isRevertible(edit, link.live())).toBe(true);
    link.edit({ appendPath: null });
    expect(isRevertible(edit, link.live())).toBe(true);
    link.revert(edited);
    expect(link.options()).toEqual({});
    expect(isRevertible(edit, link.live())).toBe(false);
    expect(link.revert(edited)).toEqual([]);
  });

  it("is refused as a revert that would not go together any more", () => {
    const link = newLink();
    link.edit({ notBefore: "2027-01-01T00:00:00.000Z" });
    const cleared = link.edit({ notBefore: null });
    link.edit({ expiresAt: "2026-12-01T00:00:00.000Z" });
    expect(() => link.revert(cleared)).toThrow("must expire after it begins");
  });

  it("keeps a split as it was sent", () => {
    const link = newLink();
    link.edit({ split: { ...splitOf(null, null), sticky: true } });
    const split: Split = {
      arms: [1, 2].map((number) => ({ number, name: "", url, weight: 1 })),
      sticky: true,
    };
    expect(link.options()).toEqual({ split });
  });
});
