import type { MissFilter, MissReason } from "../../core/graphql/generated/graphql.ts";
import { readView, type View, writeView } from "../link/view.ts";
import { withoutView } from "../link/withoutView.ts";
import { reasonTexts } from "./reasonTexts.ts";

/** Filter state of the orphan visits page, stored in the URL. */
export interface OrphanView extends Omit<View, "filter" | "compare"> {
  readonly filter: MissFilter;
}

export const filterFields = ["reason", "code", "host", "referrer", "country"] as const;
export type FilterField = (typeof filterFields)[number];

/** Maximum characters of a filter's value, as in the API, which rejects longer values. */
const textMax = 1024;

export function readAddress(query: URLSearchParams): OrphanView {
  const { period, from, to, bots } = readView(query);
  const text = (name: string) => {
    const value = query.get(name);
    return value === null || value.length > textMax ? null : value;
  };
  const reason = query.get("reason") ?? "";
  return {
    period: query.has("range") ? period : "30d",
    from,
    to,
    bots,
    filter: {
      ...(isReason(reason) && { reason }),
      ...Object.fromEntries(
        filterFields.flatMap((name) => {
          const value = name === "reason" ? null : text(name);
          return value === null ? [] : [[name, value]];
        }),
      ),
    },
  };
}

function isReason(text: string): text is MissReason {
  return Object.hasOwn(reasonTexts, text);
}

export function writeAddress(query: URLSearchParams, view: OrphanView): URLSearchParams {
  const next = writeView(withoutView(query), { ...view, compare: false, filter: {} });
  if (view.period === "30d") next.delete("range");
  else next.set("range", view.period);
  for (const name of filterFields) {
    const value = view.filter[name];
    if (value === undefined || value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
}
