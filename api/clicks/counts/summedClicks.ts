/** The clicks of one row of a table of quarters `AS q`. */
export function clicksOfRow(bots: boolean): string {
  return bots ? "q.people + q.bots" : "q.people";
}

/**
 * The clicks of many rows of `link_quarter AS q`, summed in the form in which its projection keeps totals: ClickHouse reads
 * that only for the very sums it has, and a sum of `people + bots` is another one.
 */
export function summedClicks(bots: boolean): string {
  return bots ? "sum(q.people) + sum(q.bots)" : "sum(q.people)";
}
