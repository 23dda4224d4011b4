export const spanNames = ["hour", "day", "week", "month"] as const;
export type SpanName = (typeof spanNames)[number];

const hourMs = 60 * 60 * 1000;
const lengths: Readonly<Record<SpanName, number>> = {
  hour: hourMs,
  day: 24 * hourMs,
  week: 7 * 24 * hourMs,
  month: 30 * 24 * hourMs,
};

export interface EditMoment {
  readonly version: number;
  readonly at: Date;
}

/** Half-open spans of equal length: from `from` to `at`, and from `at` to `to`. */
export interface EditSpans extends EditMoment {
  readonly from: Date;
  readonly to: Date;
  /** Whether the span from `at` to `to` is still growing. */
  readonly isOngoing: boolean;
  readonly otherEdits: number;
}

/**
 * Returns the spans around each edit except the first, which has no earlier state. `edits` are sorted oldest first.
 * Without `span`, spans reach to the nearer neighbouring edit, at most a week. No span starts before `createdAt` or
 * ends in the future. Edits without any time around them are omitted.
 */
export function spansOf(
  edits: readonly EditMoment[],
  { span, createdAt, now }: { readonly span: SpanName | null; readonly createdAt: Date; readonly now: Date },
): EditSpans[] {
  const times = edits.map(({ at }) => at.getTime());
  return edits.flatMap(({ version, at }, index) => {
    const [previous, time, next] = [times[index - 1], at.getTime(), times[index + 1]];
    if (previous === undefined) return [];
    const wanted = lengths[span ?? "week"];
    const untilOthers = span ? Infinity : Math.min(time - previous, (next ?? Infinity) - time);
    const possible = Math.min(wanted, untilOthers, time - createdAt.getTime());
    const length = Math.min(possible, now.getTime() - time);
    if (length <= 0) return [];
    const [from, to] = [time - length, time + length];
    const otherEdits = times.filter((other, i) => i !== index && i > 0 && other > from && other < to).length;
    return [{ version, at, from: new Date(from), to: new Date(to), isOngoing: length < possible, otherEdits }];
  });
}
