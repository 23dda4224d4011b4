import type { ImportedVisitsQuery } from "../../core/graphql/generated/graphql.ts";
import { formatDate } from "../../links/core/linkTexts.ts";
import { counted, formatCount } from "../../links/core/view/formatCount.ts";
import { sources } from "../../links/core/imports/importTexts.ts";
import type { ChartRow } from "./figures.ts";

type Visits = ImportedVisitsQuery["importedVisits"][number];

/** Describes imported clicks: their number, the service that counted them, and the period. */
export function importedText({ source, total, bots, undated, firstAt, lastAt }: Visits): string {
  const clicks = counted(total, "click");
  const by = source === "csv" ? "another service" : sources.find(({ value }) => value === source)?.label;
  const [first, last] = [firstAt && formatDate(firstAt), lastAt && formatDate(lastAt)];
  const when = first && last ? (first === last ? `, on ${first}` : `, ${first} to ${last}`) : "";
  const parts = [
    ...(bots > 0 ? [`${formatCount(bots)} of bots`] : []),
    ...(undated === total ? ["it doesn't say when"] : undated > 0 ? [`${formatCount(undated)} without a date`] : []),
  ];
  return `${clicks}, counted by ${by} before this URL was imported${when}${parts.length > 0 ? ` (${parts.join(", ")})` : ""}`;
}

/** One row per month from the first to the last, including months without visits, labelled by its first day. */
export function monthRows({ months }: Pick<Visits, "months">): ChartRow[] {
  const visits = new Map(months.map((month) => [month.value, month.visits]));
  const [first, last] = [months[0]?.value, months.at(-1)?.value];
  if (first === undefined || last === undefined) return [];
  const rows: ChartRow[] = [];
  for (let month = first; month <= last; month = monthBehind(month)) {
    rows.push({ label: `${month}-01`, clicks: visits.get(month) ?? 0 });
  }
  return rows;
}

function monthBehind(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
}
