import { isShareDimension } from "@hoplog/schema/shares/share.js";
import { labelOf } from "../../analytics/account/fieldTexts.ts";
import type { ShareCardFragment, ShareDimension, ShareFigure } from "../../core/graphql/generated/graphql.ts";

export const figureTexts: Readonly<Record<ShareFigure, string>> = {
  clicks: "Clicks",
  uniqueVisitors: "Unique visitors",
  bots: "Bots",
  chart: "Clicks over time",
  conversions: "Leads and sales",
  revenue: "Revenue",
};

export function dimensionText(dimension: ShareDimension): string {
  return isShareDimension(dimension) ? labelOf(dimension) : dimension;
}

/** Describes a page's target. */
export function targetText({ target, targetName }: Pick<ShareCardFragment, "target" | "targetName">): string {
  if (target === "workspace") return "All URLs";
  return `${target === "group" ? "The group" : "The URL"} ${targetName ?? "that is gone"}`;
}
