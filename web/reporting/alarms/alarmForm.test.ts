import { describe, expect, it } from "vitest";
import type { AlarmCardFragment } from "../../core/graphql/generated/graphql.ts";
import { changesIn, fieldOf, firstValues, isOfOneLink } from "./alarmForm.ts";
import { alarmName, firingTitle, ruleText } from "./alarmTexts.ts";

const alarm: AlarmCardFragment = {
  id: "0199d1c2-0000-7000-8000-000000000001",
  kind: "drop",
  linkId: "0199d1c2-0000-7000-8000-000000000002",
  linkName: "Spring",
  per: "day",
  sensitivity: "low",
  minimum: 50,
  daysBefore: null,
  emails: [
    { email: "a@example.com", confirmedAt: null },
    { email: "b@example.com", confirmedAt: "2026-11-25T00:00:00.000Z" },
  ],
  tz: "Asia/Kathmandu",
  quietFrom: "22:00",
  quietTo: "07:00",
  isOn: true,
  firingSince: null,
};

describe("the form of an alarm", () => {
  it("sends back what the alarm has, where nothing is changed", () => {
    expect(changesIn(firstValues(alarm))).toEqual({
      sensitivity: "low",
      minimum: 50,
      emails: ["a@example.com", "b@example.com"],
      tz: "Asia/Kathmandu",
      quietFrom: "22:00",
      quietTo: "07:00",
    });
  });

  it("sends of what expires the days alone, and no quiet hours where none are set", () => {
    const values = {
      ...firstValues(null),
      kind: "expiring",
      emails: " a@example.com,\n b@example.com ",
      tz: "UTC",
    } as const;
    expect(changesIn(values)).toEqual({
      daysBefore: 7,
      emails: ["a@example.com", "b@example.com"],
      tz: "UTC",
      quietFrom: null,
      quietTo: null,
    });
    expect(isOfOneLink({ ...values, about: "link" })).toBe(false);
  });

  it("shows beside which field the api found something wrong", () => {
    expect(["linkId", "emails", "emails.0", "quietTo", "body"].map(fieldOf)).toEqual([
      "link",
      "emails",
      "emails",
      "quietTo",
      undefined,
    ]);
  });
});

it("an alarm and an incident are called by what they are about", () => {
  expect(alarmName(alarm)).toBe("Few clicks of Spring in a day");
  expect(ruleText(alarm)).toBe("a tenth of the usual, where that is at least 50");
  expect(ruleText({ ...alarm, kind: "expiring", daysBefore: 1 })).toBe("1 day before");
  const firing = { id: "", alarmId: "", from: "", to: "", subjects: [], firedAt: "", endedAt: null, mailAt: "" };
  expect(firingTitle({ ...firing, kind: "misses", linkName: null, figure: 1200, usual: 3.5 })).toBe(
    "1,200 visits that led nowhere, usually 3.5",
  );
  expect(firingTitle({ ...firing, kind: "expiring", linkName: null, figure: 1, usual: null })).toBe("1 thing expires");
});
