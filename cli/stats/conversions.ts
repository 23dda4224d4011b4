import { type Client, NotFoundError } from "@hoplog/sdk";
import { counted, plain } from "../output/plain.ts";

export type Conversions = Awaited<ReturnType<Client["conversions"]["figures"]>>;
type Question = NonNullable<Parameters<Client["conversions"]["figures"]>[0]>;

/** Returns the clicks' conversions; null if there are none, or if the server does not support conversions. */
export async function conversionsOf(
  client: Client,
  question: Question,
  signal: AbortSignal,
): Promise<Conversions | null> {
  try {
    const found = await client.conversions.figures(question, { signal });
    return found.leads + found.sales === 0 ? null : found;
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}

type Sold = Pick<Conversions, "leads" | "sales" | "revenue">;

/** Formats conversions such as `1 lead, 2 sales, €49.00`, with each currency separately. */
export function soldText({ leads, sales, revenue }: Sold): string {
  return [counted(leads, "lead"), counted(sales, "sale"), ...revenue.map(moneyText)].join(", ");
}

/** Formats a rate such as `3.4 %`; a dash if there is none. */
export function rateText(rate: number | null): string {
  return rate === null ? "–" : `${(rate * 100).toFixed(1)} %`;
}

/** Formats a rule and arm by their numbers, such as `rule 2, arm 1`; `neither` for clicks without either. */
export function routeText({ rule, arm }: Conversions["byRoute"][number]): string {
  const parts = [...(rule === 0 ? [] : [`rule ${rule}`]), ...(arm === 0 ? [] : [`arm ${arm}`])];
  return parts.join(", ") || "neither";
}

function moneyText({ currency, amount }: Sold["revenue"][number]): string {
  if (!/^[A-Z]{3}$/.test(currency)) return `${amount} ${plain(currency)}`;
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
