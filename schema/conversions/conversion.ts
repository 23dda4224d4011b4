export type ConversionType = "lead" | "sale";

export const conversionLimits = {
  nameMax: 200,
  eventIdMax: 200,
  /** In minor units: 10 billion of a currency with cents. */
  amountMax: 1_000_000_000_000,
  /** How often the refunded amount of a sale can change; ClickHouse stores the count in a byte. */
  refundsMax: 250,
  /** How many days after a click conversions can still refer to it. */
  clickDays: 180,
  /** For how many days a click that is not stored yet is looked for. */
  searchDays: 3,
  /** How far a caller's clock may be ahead of ours. */
  clockMs: 5 * 60 * 1000,
} as const;

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** Returns whether a text is an upper-case ISO 4217 code. */
export function isCurrency(text: string): boolean {
  return currencies.has(text);
}
