import { z } from "zod";
import type { Snapshot } from "./snapshot.ts";

export const revenue = z.object({ currency: z.string(), amount: z.coerce.number() });

export const converted = z.object({ leads: z.number(), sales: z.number(), revenue: z.array(revenue) });

const row = z.object({ type: z.enum(["lead", "sale"]), currency: z.string(), amount: z.coerce.number() });

export type Converted = z.output<typeof converted>;

/** Recounts leads, sales and revenue from human clicks of a link, or of all links, from the raw rows. */
export type ConversionRecount = (linkId: string | null) => Promise<Converted>;

export function createConversionRecount(snapshot: Snapshot, ownerId: string): ConversionRecount {
  return async (link) => {
    // A rewritten or retracted row exists twice until ClickHouse merges it. If versions are equal, the later row
    // applies, which only FINAL can determine.
    const rows = await snapshot.read(
      row,
      `SELECT type, currency, amount FROM ${snapshot.table("conversions")} FINAL
       WHERE owner_id = {owner: UUID} AND NOT removed AND NOT is_bot AND ({link: String} = '' OR toString(link_id) = {link: String})`,
      { owner: ownerId, link: link ?? "" },
    );
    const sales = rows.filter(({ type }) => type === "sale");
    const sums = Map.groupBy(sales, ({ currency }) => currency);
    const amounts = Array.from(sums, ([currency, of]) => ({
      currency,
      amount: of.reduce((sum, { amount }) => sum + amount, 0),
    }));
    return { leads: rows.length - sales.length, sales: sales.length, revenue: inOrder(amounts) };
  };
}

export function inOrder(amounts: readonly z.output<typeof revenue>[]) {
  return amounts.toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}
