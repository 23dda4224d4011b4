import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import type { Member } from "../../kernel/access/authorize.ts";
import type { Clock } from "../../kernel/calls/capabilities.ts";
import { type ClickHouse, select } from "../../clicks/clickhouse/select.ts";
import type { Database } from "../../kernel/database/orm.ts";
import { editsOf } from "../../links/core/edits.ts";
import { pastEvents } from "../../links/core/history.ts";
import type { LinksById } from "../../links/core/linksById.ts";
import { getLink } from "../../links/core/queries.ts";
import { clicksOfLink, countedRows, type LinkKey, narrowed } from "../../clicks/questions/source.ts";
import { type EditSpans, type SpanName, spansOf } from "./editSpans.ts";

/** The effect of an edit on its link's clicks. */
export interface EditEffect extends EditSpans {
  readonly before: number;
  readonly after: number;
}

/**
 * Returns the effects of the edits in the link's history, except those that {@link spansOf} omits. Throws
 * NOT_FOUND_ERROR, AUTHORIZATION_ERROR.
 */
export async function editEffects(
  services: ClickHouse & Database & LinksById & Clock,
  member: Member,
  linkId: string,
  { span, bots }: { readonly span: SpanName | null; readonly bots: boolean },
): Promise<EditEffect[]> {
  const link = await getLink(services, member, linkId, "stats:read");
  const edits = editsOf(await pastEvents(services.orm.em.fork(), link.id));
  const moments = edits.map(({ version, at }) => ({ version, at: new Date(at) }));
  const spans = spansOf(moments, { span, createdAt: link.createdAt, now: services.now() });
  const clicksBefore = await clicksUpTo(services.clickhouse, link, spans, bots);
  return spans.map((edit) => {
    const [from, at, to] = [edit.from, edit.at, edit.to].map(clicksBefore);
    return { ...edit, before: (at ?? 0) - (from ?? 0), after: (to ?? 0) - (at ?? 0) };
  });
}

const row = z.object({ moment: z.coerce.number(), clicks: z.coerce.number() });

/**
 * Returns a function that counts the clicks from the earliest moment up to a given moment. Uses one query for all
 * edits, which reads each click once and assigns it to the interval between two moments. Single clicks are counted,
 * because edits do not occur on quarter hours.
 */
async function clicksUpTo(
  clickhouse: ClickHouseClient,
  link: LinkKey,
  spans: readonly EditSpans[],
  bots: boolean,
): Promise<(moment: Date) => number> {
  const times = spans.flatMap(({ from, at, to }) => [from.getTime(), at.getTime(), to.getTime()]);
  const moments = [...new Set(times)].toSorted((a, b) => a - b);
  const [first, last] = [moments[0], moments.at(-1)];
  if (first === undefined || last === undefined) return () => 0;
  const range = { from: new Date(first), to: new Date(last) };
  const { sql, params } = narrowed(clicksOfLink(link, range), countedRows({ bots }));
  const rows = await select(
    clickhouse,
    row,
    `SELECT roundDown(toUnixTimestamp64Milli(at), {moments: Array(Int64)}) AS moment, count() AS clicks
     FROM clicks WHERE ${sql} GROUP BY moment`,
    { ...params, moments },
  );
  const since = new Map(rows.map(({ moment, clicks }) => [moment, clicks]));
  const before = new Map<number, number>();
  let sum = 0;
  for (const moment of moments) {
    before.set(moment, sum);
    sum += since.get(moment) ?? 0;
  }
  return (moment) => before.get(moment.getTime()) ?? 0;
}
