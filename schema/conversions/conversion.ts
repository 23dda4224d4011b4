export type ConversionType = "lead" | "sale";

export const conversionLimits = {
  nameMax: 200,
  eventIdMax: 200,
  /** Maximum amount in minor units: 10 billion of a currency with cents. */
  amountMax: 1_000_000_000_000,
  /**
   * Maximum number of times that the refunded amount of a sale can change; ClickHouse stores the number in one byte.
   */
  refundsMax: 250,
  /** Days after a click during which conversions can refer to the click. */
  clickDays: 180,
  /** Days during which a click that is not stored yet is searched for. */
  searchDays: 3,
  /** Milliseconds by which a caller's clock may be ahead of ours. */
  clockMs: 5 * 60 * 1000,
} as const;

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** Returns whether a string is an upper-case ISO 4217 code. */
export function isCurrency(text: string): boolean {
  return currencies.has(text);
}
