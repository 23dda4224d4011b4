import type { DeclaredDimension } from "@hoplog/schema/clicks/dimensions.js";
import type { LinkStatsQuery } from "../../core/graphql/generated/graphql.ts";
import type { ChartRow } from "./figures.ts";
import { ownLinkText } from "./ownLinkText.ts";

type Stats = LinkStatsQuery["linkStats"];

/** Converts a link's top list to chart rows. */
export function topRows(stats: Pick<Stats, DeclaredDimension["top"]>, { top, values }: DeclaredDimension): ChartRow[] {
  return stats[top].map((count) => {
    if ("code" in count) return countryRow(count);
    const { value, clicks } = count;
    const label = (values === "words" ? capitalised(value) : value) || "Unknown";
    return { label: "isOwn" in count && count.isOwn ? ownLinkText(value) : label, clicks, key: value };
  });
}

/** Converts a country's count to a chart row. */
export function countryRow({ code, name, clicks }: Stats["clicksByCountry"][number]): ChartRow {
  return { label: name || "Unknown", clicks, key: code };
}

function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
