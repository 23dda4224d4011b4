import type { ChartColours } from "../link/colours.ts";
import type { ChartRow, Figure } from "../link/figures.ts";
import { lineFigure } from "../link/lineFigure.ts";
import type { ConvertedAt } from "../conversions/useConvertedSeries.ts";
import { isUnfinished, localText } from "../link/rowTimes.ts";
import type { Span } from "../link/spans.ts";
import type { AccountView, Interval } from "./address.ts";

const hourMs = 60 * 60 * 1000;

/**
 * Returns the view's interval. If none is chosen, the length of the range decides: hours up to two days, days up to 100
 * days, weeks up to 800 days, then months; days for a range without a start.
 */
export function intervalFor(view: AccountView, span: Span | null, now: Date): Interval {
  if (view.interval !== null) return view.interval;
  if (span?.from === undefined) return "day";
  const end = span.to === undefined ? now.getTime() : Date.parse(span.to);
  const days = (end - Date.parse(span.from)) / (24 * hourMs);
  if (days <= 2) return "hour";
  if (days <= 100) return "day";
  return days <= 800 ? "week" : "month";
}

/** Extends a span to start on the hour, so that quarter-hour sums, which are fast to query, cover it exactly. */
export function fromTheHour(span: Span | null): Span | null {
  if (span?.from === undefined) return span;
  const from = Date.parse(span.from);
  return { ...span, from: new Date(from - (from % hourMs)).toISOString() };
}

/** Converts points to chart rows, labelled in the viewer's time zone. */
export function seriesRows(
  points: readonly { readonly at: string; readonly clicks: number }[],
  convertedAt: ConvertedAt | null = null,
): ChartRow[] {
  return points.map(({ at, clicks }) => ({
    label: at.includes("T") ? localText(new Date(at)) : at,
    clicks,
    ...(convertedAt && { converted: convertedAt(at) }),
  }));
}

/**
 * Returns a line chart over hours, days, weeks or months; the last interval is drawn as unfinished if it isn't over at
 * `now`.
 */
export function seriesFigure(
  rows: readonly ChartRow[],
  interval: Interval,
  colours: ChartColours,
  { now, before }: { readonly now: Date; readonly before?: readonly ChartRow[] | undefined },
): Figure {
  const options = { before, isUnfinished: isUnfinished(rows, interval, now) };
  if (interval !== "hour") return lineFigure(rows, colours, options);
  const { data, layout } = lineFigure(rows, colours, { ...options, hoverDate: "%e %b %H:%M" });
  return { data, layout: { ...layout, xaxis: { ...layout.xaxis, tickformat: "%H:%M\n%e %b" } } };
}
