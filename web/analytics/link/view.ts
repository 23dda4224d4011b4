import { filterNames, type FilterDimension } from "@hoplog/schema/clicks/dimensions.js";
import { withoutView } from "./withoutView.ts";

/** Filter state of a link's analytics, stored in the URL so that a view can be linked to. */
export interface View {
  readonly period: Period;
  /** Days in the viewer's time zone as YYYY-MM-DD, both inclusive; only for the custom period. */
  readonly from: string | null;
  readonly to: string | null;
  readonly bots: boolean;
  readonly compare: boolean;
  readonly filter: Filter;
}

export const periods = ["24h", "7d", "30d", "90d", "all", "custom"] as const;
export type Period = (typeof periods)[number];

/** Exact values to filter by; countries are two-letter codes. */
export type Filter = Readonly<Partial<Record<FilterDimension, string>>>;

const day = /^\d{4}-\d{2}-\d{2}$/;

export function readView(query: URLSearchParams): View {
  const filter: Partial<Record<FilterDimension, string>> = {};
  for (const dimension of filterNames) {
    const value = query.get(dimension);
    if (value) filter[dimension] = value;
  }
  return {
    period: periods.find((period) => period === query.get("range")) ?? "all",
    from: dayOf(query.get("from")),
    to: dayOf(query.get("to")),
    bots: query.get("bots") === "1",
    compare: query.get("compare") === "1",
    filter,
  };
}

/** Writes a view to `query`; default values are omitted. */
export function writeView(query: URLSearchParams, view: View): URLSearchParams {
  const next = withoutView(query);
  if (view.period !== "all") next.set("range", view.period);
  if (view.period === "custom") {
    if (view.from !== null) next.set("from", view.from);
    if (view.to !== null) next.set("to", view.to);
  }
  if (view.bots) next.set("bots", "1");
  if (view.compare) next.set("compare", "1");
  for (const dimension of filterNames) {
    const value = view.filter[dimension];
    if (value !== undefined) next.set(dimension, value);
  }
  return next;
}

export function withFilter(view: View, dimension: FilterDimension, value: string | null): View {
  const { [dimension]: _, ...filter } = view.filter;
  return { ...view, filter: value === null ? filter : { ...filter, [dimension]: value } };
}

function dayOf(value: string | null): string | null {
  return value !== null && day.test(value) && !Number.isNaN(Date.parse(value)) ? value : null;
}

/** Converts a view's filter to the API's list of filters. */
export function clickFilters({ filter }: View) {
  return filterNames.flatMap((field) => {
    const value = filter[field];
    return value === undefined ? [] : [{ field, op: "is" as const, values: [value] }];
  });
}
