import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { LinksById } from "../../links/core/linksById.ts";
import type { LinkRow } from "../../links/core/linkRow.ts";
import type { ClickQuestion } from "../../clicks/questions/question.ts";
import type { Expectations } from "./expectedDays.ts";
import { topLinkIds } from "./tops.ts";

export interface TopLinks {
  /** Links, sorted by clicks, most first. */
  readonly rows: readonly { readonly link: LinkRow; readonly clicks: number }[];
  /** Number of links with clicks. */
  readonly distinct: number;
}

type TopLinkServices = ClickHouse & LinksById & Partial<Expectations>;

/** Returns the account's links with the most clicks, except those that are being erased. */
export async function topLinks(
  { clickhouse, linkById, expectedDays }: TopLinkServices,
  question: ClickQuestion,
  limit: number,
): Promise<TopLinks> {
  const { rows, distinct } = await topLinkIds(clickhouse, question, limit, expectedDays);
  const links = await Promise.all(rows.map(({ value }) => linkById(value)));
  return {
    distinct,
    rows: rows.flatMap(({ clicks }, i) => {
      const link = links[i];
      return link ? [{ link, clicks }] : [];
    }),
  };
}
