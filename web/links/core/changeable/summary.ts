import { type SectionName, sectionOf } from "../options/errorPaths.ts";

/** Summary of a collapsed section: the number of its selected fields; empty if there are none. */
export function severalSummary(section: SectionName, chosen: ReadonlySet<string>): string {
  const count = [...chosen].filter((field) => sectionOf(field) === section).length;
  if (count === 0) return "";
  return count === 1 ? "1 change" : `${count} changes`;
}
