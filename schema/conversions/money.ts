/** Sales of one currency, in its minor units. */
export interface Money {
  readonly currency: string;
  readonly amount: number;
}

/** An amount as people write it: 4900 of EUR is €49.00. */
export function moneyText({ currency, amount }: Money): string {
  const format = formatOf(currency);
  return format.format(amount / 10 ** digitsOf(format));
}

/** An amount as files have it: 4900 of EUR is 49.00, beside the currency's name. */
export function decimalText({ currency, amount }: Money): string {
  const digits = digitsOf(formatOf(currency));
  return (amount / 10 ** digits).toFixed(digits);
}

/** An amount in the currency's major unit, for charts. */
export function majorUnits({ currency, amount }: Money): number {
  return amount / 10 ** digitsOf(formatOf(currency));
}

function formatOf(currency: string): Intl.NumberFormat {
  return new Intl.NumberFormat("en", { style: "currency", currency });
}

function digitsOf(format: Intl.NumberFormat): number {
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
