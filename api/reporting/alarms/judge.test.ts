import { describe, expect, it } from "vitest";
import { type AlarmEvent, type AlarmState, judge } from "./judge.ts";

const hourMs = 60 * 60 * 1000;
const cooldown = 6 * hourMs;

/** What comes of windows of an hour each, one after the other. */
function eventsOf(verdicts: readonly (boolean | null)[]): AlarmEvent[] {
  let state: AlarmState = { isFiring: false, calmSince: null };
  return verdicts.map((isRaised, hour) => {
    const { state: next, event } = judge(state, isRaised, new Date((hour + 1) * hourMs), cooldown);
    state = next;
    return event;
  });
}

describe("an incident", () => {
  it("given unusual windows in a row, fires once and is over with the first usual one", () => {
    expect(eventsOf([false, true, true, true, false, false])).toEqual([null, "fired", null, null, "over", null]);
  });

  it("given another one within the cooldown, waits, and fires when that has passed and it goes on", () => {
    // Over at the end of the second hour; the cooldown ends with the eighth.
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
