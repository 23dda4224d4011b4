import type { VerifiedLink } from "./account.ts";

/** Sorts links by clicks, and links with equal clicks by id. */
export function ranked(
  links: readonly VerifiedLink[],
  clicksOf: (id: string) => number,
  direction: "asc" | "desc",
): VerifiedLink[] {
  const sign = direction === "asc" ? 1 : -1;
  return links.toSorted((a, b) => sign * (clicksOf(a.id) - clicksOf(b.id) || (a.id < b.id ? -1 : 1)));
}
