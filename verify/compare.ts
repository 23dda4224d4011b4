import type { Difference } from "./report.ts";

export interface Comparison {
  /** Number of compared values. */
  readonly figures: number;
  readonly differences: readonly Difference[];
}

/** Names are users' private text: a difference is reported without the text. */
const withheld = /name$/i;

/**
 * Compares an answer with the expected values. Lists must have the same order and length; additional fields are
 * ignored.
 */
export function compare(where: string, expected: unknown, found: unknown, discreet = false): Comparison {
  const differences: Difference[] = [];
  let figures = 0;

  function differ(path: string, wanted: unknown, got: unknown): void {
    const show = (value: unknown) =>
      typeof value === "string" && (discreet || withheld.test(path))
        ? "(another text)"
        : (JSON.stringify(value) ?? "nothing");
    differences.push({ where: `${where} ${path}`, expected: show(wanted), found: show(got) });
  }

  function walk(path: string, wanted: unknown, got: unknown): void {
    if (Array.isArray(wanted)) {
      if (!Array.isArray(got)) return differ(path, wanted.length, got);
      if (got.length !== wanted.length) differ(`${path}.length`, wanted.length, got.length);
      wanted.slice(0, got.length).forEach((item, i) => walk(`${path}[${i}]`, item, got[i]));
    } else if (isRecord(wanted)) {
      if (!isRecord(got)) return differ(path, "an object", got);
      for (const [key, value] of Object.entries(wanted)) walk(path === "" ? key : `${path}.${key}`, value, got[key]);
    } else {
      figures++;
      if (wanted !== got) differ(path, wanted, got);
    }
  }

  walk("", expected, found);
  return { figures, differences };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
