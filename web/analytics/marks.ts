import type { ChartEditsQuery, ChartNoteFragment } from "../graphql/generated/graphql.ts";

export type EditMark = ChartEditsQuery["editMarks"][number];
export type Note = ChartNoteFragment;
export type Interval = "hour" | "day" | "week" | "month";

/** All that happened in one hour, day, week or month of a chart: one line of it. */
export interface Mark {
  /** As the row of the chart is called; null: after the chart's end, where there is no line. */
  readonly label: string | null;
  readonly edits: readonly EditMark[];
  readonly notes: readonly Note[];
}

interface Labelled {
  readonly label: string;
}

/** When a row of a chart begins, by the viewer's clock. */
export function startOf(label: string): Date {
  return new Date(label.length === 10 ? `${label}T00:00` : label.replace(" ", "T"));
}

/** When a row of a chart ends, by the viewer's clock. */
export function endOf(label: string, interval: Interval): Date {
  const end = startOf(label);
  if (interval === "hour") end.setHours(end.getHours() + 1);
  if (interval === "day") end.setDate(end.getDate() + 1);
  if (interval === "week") end.setDate(end.getDate() + 7);
  if (interval === "month") end.setMonth(end.getMonth() + 1);
  return end;
}

/** A moment by the viewer's clock, in the form that labels begin with. */
export function localText(at: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${String(at.getFullYear()).padStart(4, "0")}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/**
 * What happened within a chart's rows, the latest first, put together row by row. Notes to moments ahead come before all
 * others where the chart goes on until `now`.
 */
export function marksOf(
  rows: readonly Labelled[],
  interval: Interval,
  { edits, notes }: { readonly edits: readonly EditMark[]; readonly notes: readonly Note[] },
  now: Date,
): Mark[] {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return [];
  const [start, end] = [startOf(first.label), endOf(last.label, interval)];
  const labels = rows.map(({ label }) => label);
  const marks = new Map<string | null, { edits: EditMark[]; notes: Note[] }>();
  const markAt = (text: string) => {
    const at = new Date(text);
    const isAhead = at >= end;
    if (at < start || (isAhead && end < now)) return null;
    const label = isAhead ? null : labelOf(localText(at), labels, interval);
    const mark = marks.get(label) ?? { edits: [], notes: [] };
    marks.set(label, mark);
    return mark;
  };
  for (const edit of edits) markAt(edit.at)?.edits.push(edit);
  for (const note of notes) markAt(note.at)?.notes.push(note);
  return [...marks]
    .map(([label, mark]) => ({ label, ...mark }))
    .toSorted((a, b) => orderOf(b.label) - orderOf(a.label));
}

function orderOf(label: string | null): number {
  return label === null ? Infinity : startOf(label).getTime();
}

/** A day without a row of its own is marked all the same. */
function labelOf(text: string, labels: readonly string[], interval: Interval): string {
  const day = text.slice(0, 10);
  return interval === "day" ? day : (labels.findLast((label) => label <= text) ?? day);
}
