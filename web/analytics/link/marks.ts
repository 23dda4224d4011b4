import type { ChartEditsQuery, ChartNoteFragment } from "../../core/graphql/generated/graphql.ts";
import { endOf, type Interval, localText, startOf } from "./rowTimes.ts";

export type EditMark = ChartEditsQuery["editMarks"][number];
export type Note = ChartNoteFragment;

/** All edits and notes within one interval of a chart, drawn as one line. */
export interface Mark {
  /** Label of the chart's row; null after the chart's end, where no line is drawn. */
  readonly label: string | null;
  readonly edits: readonly EditMark[];
  readonly notes: readonly Note[];
}

interface Labelled {
  readonly label: string;
}

/**
 * Groups edits and notes by the chart's rows, latest first. Notes on times after the last row are first if the chart
 * reaches `now`.
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

/** Returns the label of the row that contains a time; days without a row get their own label. */
function labelOf(text: string, labels: readonly string[], interval: Interval): string {
  const day = text.slice(0, 10);
  return interval === "day" ? day : (labels.findLast((label) => label <= text) ?? day);
}
