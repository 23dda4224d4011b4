import { type SectionName, sectionOf } from "../options/errorPaths.ts";

/** What a closed section says: how many of its fields are chosen. */
export function severalSummary(section: SectionName, chosen: ReadonlySet<string>): string {
  const count = [...chosen].filter((field) => sectionOf(field) === section).length;
  if (count === 0) return "";
  return count === 1 ? "1 change" : `${count} changes`;
}
