/**
 * The clicks of many rows of `link_quarter AS q`, summed in the form in which its projection keeps totals: ClickHouse reads
 * that only for the very sums it has, and a sum of `people + bots` is another one.
 */
export function summedClicks(bots: boolean): string {
  return bots ? "sum(q.people) + sum(q.bots)" : "sum(q.people)";
}
