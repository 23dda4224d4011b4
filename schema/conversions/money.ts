/** Sum of the sales in one currency, in its minor units. */
export interface Money {
  readonly currency: string;
  readonly amount: number;
}

/** Formats an amount for display: 4900 in EUR is €49.00. */
export function moneyText({ currency, amount }: Money): string {
  const format = formatOf(currency);
  return format.format(amount / 10 ** digitsOf(format));
}

/** Formats an amount for files, without the currency: 4900 in EUR is 49.00. */
export function decimalText({ currency, amount }: Money): string {
  const digits = digitsOf(formatOf(currency));
  return (amount / 10 ** digits).toFixed(digits);
}

/** Converts an amount to the currency's major unit, for charts. */
export function majorUnits({ currency, amount }: Money): number {
  return amount / 10 ** digitsOf(formatOf(currency));
}

function formatOf(currency: string): Intl.NumberFormat {
  return new Intl.NumberFormat("en", { style: "currency", currency });
}

function digitsOf(format: Intl.NumberFormat): number {
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
