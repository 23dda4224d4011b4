import { type Money, moneyText } from "@hoplog/schema/conversions/money.js";
import { formatCount } from "../core/view/formatCount.ts";
import type { LinkConversionsQuery } from "../../core/graphql/generated/graphql.ts";

/** Conversions of clicks. */
export interface Converted {
  readonly leads: number;
  readonly sales: number;
  /** One amount per currency; currencies are not converted. */
  readonly revenue: readonly Money[];
}

export function leadsAndSalesText({ leads, sales }: Pick<Converted, "leads" | "sales">): string {
  return `${formatCount(leads)} ${leads === 1 ? "lead" : "leads"}, ${formatCount(sales)} ${sales === 1 ? "sale" : "sales"}`;
}

export function revenueText(revenue: readonly Money[]): string {
  return revenue.length === 0 ? "–" : revenue.map(moneyText).join(", ");
}

export function rateText(rate: number | null | undefined): string {
  if (rate === null || rate === undefined) return "–";
  return new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 }).format(rate);
}

type Link = Pick<LinkConversionsQuery["link"], "rules" | "split">;

/** Names a rule or arm; those that the link no longer has are named by their numbers. */
export function routeText(
  { rules, split }: Link,
  { rule, arm }: { readonly rule: number; readonly arm: number },
): string {
  const ofRule = (rules ?? []).find(({ number }) => number === rule);
  const arms = [...(rules ?? []).flatMap(({ then }) => then.split?.arms ?? []), ...(split?.arms ?? [])];
  const ofArm = arms.find(({ number }) => number === arm);
  const parts = [
    rule === 0 ? "" : ofRule?.name || `Rule ${rule}`,
    arm === 0 ? "" : ofArm ? ofArm.name || ofArm.url : `Arm ${arm}`,
  ];
  return parts.filter(Boolean).join(": ") || "Neither rule nor arm";
}
