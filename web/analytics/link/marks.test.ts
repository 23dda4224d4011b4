import { describe, expect, it } from "vitest";
import { type EditMark, marksOf, type Note } from "./marks.ts";

const now = new Date(2026, 2, 10, 12);
const at = (month: number, day: number, hour = 0, minute = 0) =>
  new Date(2026, month - 1, day, hour, minute).toISOString();
const edit = (moment: string, version = 2): EditMark => ({
  linkId: "one",
  linkName: "One",
  version,
  at: moment,
  type: "LinkRenamed",
  fields: ["name"],
});
const note = (moment: string, text = "Sent"): Note => ({ id: text, linkId: null, linkName: null, at: moment, text });
const rows = (...labels: string[]) => labels.map((label) => ({ label }));
const seen = (marks: ReturnType<typeof marksOf>) =>
  marks.map(({ label, edits, notes }) => [label, edits.length, notes.length]);

describe("marks of a chart", () => {
  it("are one for each day, whatever happened on it, the latest first", () => {
    const edits = [edit(at(3, 1)), edit(at(3, 1, 23, 59), 3), edit(at(3, 2), 4)];
    const marks = marksOf(rows("2026-03-01", "2026-03-02"), "day", { edits, notes: [note(at(3, 1, 8))] }, now);
    expect(seen(marks)).toEqual([
      ["2026-03-02", 1, 0],
      ["2026-03-01", 2, 1],
    ]);
  });

  it("leave out what lies outside of it", () => {
    const edits = [edit(at(2, 28, 23, 59)), edit(at(3, 3))];
    expect(marksOf(rows("2026-03-01", "2026-03-02"), "day", { edits, notes: [note(at(4, 1))] }, now)).toEqual([]);
    expect(marksOf([], "day", { edits, notes: [] }, now)).toEqual([]);
  });

  it("name what is ahead first, where the chart goes on until now", () => {
    const notes = [note(at(3, 10, 9)), note(at(5, 1), "Campaign")];
    expect(seen(marksOf(rows("2026-03-09", "2026-03-10"), "day", { edits: [], notes }, now))).toEqual([
      [null, 0, 1],
      ["2026-03-10", 0, 1],
    ]);
  });

  it.each([
    ["hour", rows("2026-03-10 09:00", "2026-03-10 10:00"), at(3, 10, 9, 59), "2026-03-10 09:00"],
    ["week", rows("2026-03-02", "2026-03-09"), at(3, 8, 23, 59), "2026-03-02"],
    ["month", rows("2026-02-01", "2026-03-01"), at(2, 28, 23, 59), "2026-02-01"],
    ["day", rows("2026-03-01", "2026-03-04"), at(3, 2, 10), "2026-03-02"],
  ] as const)("belong to their %s", (interval, shown, moment, label) => {
    expect(seen(marksOf(shown, interval, { edits: [], notes: [note(moment)] }, now))).toEqual([[label, 0, 1]]);
  });
});
