import { counted } from "@hoplog/schema/counted.js";
import type { NotCounted } from "./notCounted.ts";

/** A figure that differs from the raw clicks. */
export interface Difference {
  /** Location of the figure: a table and a key, or an API call and a path in its response. */
  readonly where: string;
  readonly expected: string;
  readonly found: string;
}

export interface Report {
  readonly accounts: number;
  readonly links: number;
  /** Number of links whose own pages were compared, in addition to the counts in lists. */
  readonly linksInDepth: number;
  readonly clicks: number;
  readonly figures: number;
  readonly calls: number;
  readonly holds: number;
  readonly longestHoldMs: number;
  readonly tookMs: number;
  readonly differences: readonly Difference[];
  /** Number of differences that are not listed. */
  readonly unlisted: number;
  /** Data of the whole installation that no figure includes, not only of the verified account. */
  readonly notCounted: readonly NotCounted[];
}

/** Formats the report as text, without personal data beyond ids. */
export function reportText(report: Report): string {
  const number = (value: number) => value.toLocaleString("en");
  const lines = report.differences.map(
    ({ where, expected, found }) => `  ${where}\n    expected ${expected}\n    found    ${found}`,
  );
  const all = report.differences.length + report.unlisted;
  const verdict =
    all === 0
      ? ["All figures agree with the raw clicks."]
      : [`${counted(all, "figure differs", "figures differ")}:`, ...lines];
  if (report.unlisted > 0) verdict.push(`  … and ${number(report.unlisted)} more`);
  if (report.notCounted.length > 0)
    verdict.push("Data that no figure includes:", ...report.notCounted.map((line) => `  ${line}`));
  return [
    ...verdict,
    `Accounts ${number(report.accounts)}, links ${number(report.links)} (${number(report.linksInDepth)} compared in depth), ` +
      `clicks recounted ${number(report.clicks)}, figures compared ${number(report.figures)}, API calls ${number(report.calls)}.`,
    `Took ${(report.tookMs / 1000).toFixed(1)} s. Ingest was paused ${counted(report.holds, "time")}, ` +
      `at most ${Math.ceil(report.longestHoldMs)} ms; redirects continued.`,
  ].join("\n");
}
