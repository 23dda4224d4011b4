export type ConversionType = "lead" | "sale";

export const conversionLimits = {
  nameMax: 200,
  eventIdMax: 200,
  /** In minor units: 10 billion of a currency with cents. */
  amountMax: 1_000_000_000_000,
  /** How often what was paid back of a sale can change: ClickHouse counts in a byte. */
  refundsMax: 250,
  /** After so long a click converts nobody any more. */
  clickDays: 180,
  /** For so long a click that isn't there yet is looked for. */
  searchDays: 3,
  /** Clocks of callers may be ahead of ours by so much. */
  clockMs: 5 * 60 * 1000,
} as const;

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** Whether it is a code of ISO 4217, in upper case. */
export function isCurrency(text: string): boolean {
  return currencies.has(text);
}
