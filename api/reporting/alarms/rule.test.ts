import { describe, expect, it } from "vitest";
import { type AlarmEvent, type AlarmState, isFinal, isUnusual, nextState, type Rule } from "./rule.ts";

const rule = (more: Partial<Rule>): Rule => ({ kind: "spike", sensitivity: "medium", minimum: 20, ...more });

describe("a spike", () => {
  it.each([
    ["three times as many as usual", { figure: 90, usual: 30 }, true],
    ["one less than that", { figure: 89, usual: 30 }, false],
    ["clicks where there usually are none", { figure: 20, usual: 0 }, true],
    ["three clicks instead of none", { figure: 3, usual: 0 }, false],
    ["an unknown usual", { figure: 9000, usual: null }, null],
  ])("given %s", (_, compared, is) => {
    expect(isUnusual(rule({}), compared)).toBe(is);
  });

  it("is noticed sooner by a sensitive alarm", () => {
    const compared = { figure: 100, usual: 50 };
    const at = (sensitivity: Rule["sensitivity"]) => isUnusual(rule({ sensitivity }), compared);
    expect([at("low"), at("medium"), at("high")]).toEqual([false, false, true]);
  });
});

describe("a drop", () => {
  const drop = rule({ kind: "drop" });
  it.each([
    ["three tenths of the usual", { figure: 30, usual: 100 }, true],
    ["one more than that", { figure: 31, usual: 100 }, false],
    ["nothing, where usually is little", { figure: 0, usual: 19 }, false],
    ["nothing, where usually is enough", { figure: 0, usual: 20 }, true],
    ["an unknown usual", { figure: 0, usual: null }, null],
  ])("given %s", (_, compared, is) => {
    expect(isUnusual(drop, compared)).toBe(is);
  });
});

it("what late clicks can't change is final", () => {
  expect([isFinal("spike", true), isFinal("spike", false), isFinal("drop", true), isFinal("drop", false)]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

const hourMs = 60 * 60 * 1000;
const cooldown = 6 * hourMs;

/** Returns the events that result from consecutive hourly verdicts. */
function eventsOf(verdicts: readonly (boolean | null)[]): AlarmEvent[] {
  let state: AlarmState = { isFiring: false, calmSince: null };
  return verdicts.map((isRaised, hour) => {
    const { state: next, event } = nextState(state, isRaised, new Date((hour + 1) * hourMs), cooldown);
    state = next;
    return event;
  });
}

describe("an incident", () => {
  it("given unusual windows in a row, fires once and is over with the first usual one", () => {
    expect(eventsOf([false, true, true, true, false, false])).toEqual([null, "fired", null, null, "over", null]);
  });

  it("given another one within the cooldown, waits, and fires when that has passed and it goes on", () => {
    // The incident ends with the second hour, the cooldown with the eighth.
    expect(eventsOf([true, false, true, true, true, true, true, true])).toEqual([
      "fired",
      "over",
      null,
      null,
      null,
      null,
      null,
      "fired",
    ]);
  });

  it("given a window that nobody can judge, goes on as it was", () => {
    expect(eventsOf([null, true, null, false])).toEqual([null, "fired", null, "over"]);
  });
});
