import { type ClickFilter, filterTexts, parseFilterTexts } from "@hoplog/schema/clicks/filters.js";
import { readView, type View, writeView } from "../link/view.ts";
import { withoutView } from "../link/withoutView.ts";

export const intervals = ["hour", "day", "week", "month"] as const;
export type Interval = (typeof intervals)[number];

/** Filter state of the account's analytics, stored in the URL. */
export interface AccountView extends Omit<View, "filter"> {
  /** Interval of the chart; null if it depends on the length of the range. */
  readonly interval: Interval | null;
  readonly filters: readonly ClickFilter[];
}

export function readAddress(query: URLSearchParams): AccountView {
  const { period, from, to, bots, compare } = readView(query);
  return {
    period: query.has("range") ? period : "30d",
    from,
    to,
    bots,
    compare,
    interval: intervals.find((interval) => interval === query.get("interval")) ?? null,
    filters: readFilters(query),
  };
}

/** Reads filters from the URL; ignores invalid ones, because anyone can create a URL. */
function readFilters(query: URLSearchParams): ClickFilter[] {
  const texts = query.getAll("filter").filter((text) => isFilter([text]));
  return isFilter(texts) ? parseFilterTexts(texts) : [];
}

function isFilter(texts: readonly string[]): boolean {
  try {
    parseFilterTexts(texts);
    return true;
  } catch {
    return false;
  }
}

export function writeAddress(query: URLSearchParams, view: AccountView): URLSearchParams {
  const next = writeView(withoutView(query), { ...view, filter: {} });
  next.delete("interval");
  next.delete("filter");
  if (view.period === "30d") next.delete("range");
  else next.set("range", view.period);
  if (view.interval !== null) next.set("interval", view.interval);
  for (const text of filterTexts(view.filters)) next.append("filter", text);
  return next;
}

/** Returns the ids of the links by which a view is filtered; null for all links. */
export function narrowedLinks(filters: readonly ClickFilter[]): readonly string[] | null {
  return filters.find(({ field, op }) => field === "link" && op === "is")?.values ?? null;
}

type One = Pick<ClickFilter, "field" | "op"> & { readonly value: string };

/** Adds a value to the filter with the same field and operator, which is created if there is none. */
export function withValue(filters: readonly ClickFilter[], one: One): ClickFilter[] {
  return parseFilterTexts(filterTexts([...filters, { field: one.field, op: one.op, values: [one.value] }]));
}

export function withoutValue(filters: readonly ClickFilter[], { field, op, value }: One): ClickFilter[] {
  return filters.flatMap((filter) => {
    if (filter.field !== field || filter.op !== op) return [filter];
    const values = filter.values.filter((known) => known !== value);
    return values.length > 0 ? [{ ...filter, values }] : [];
  });
}
