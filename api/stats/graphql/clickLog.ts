import { GraphQLUUID } from "graphql-scalars";
import { limits } from "@hoplog/schema/limits.js";
import { Arg, Ctx, Int, Query, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { fromCursor, requirePageSize, toCursor } from "../../graphql/cursor.ts";
import { getLink } from "../../links/queries.ts";
import { clickLog, countClicks } from "../clickLog.ts";
import { timeRange } from "../range.ts";
import { ClickPageType } from "./clickTypes.ts";
import { RangeInput, StatsFilterInput } from "./statsTypes.ts";

@Resolver()
export class ClickLogQuery {
  @Query(() => ClickPageType, { description: "People and bots, newest first" })
  async clickLog(
    @Ctx() context: GraphqlContext,
    @Arg("linkId", () => GraphQLUUID) linkId: string,
    @Arg("range", () => RangeInput, { nullable: true }) rangeInput: RangeInput | null,
    @Arg("first", () => Int, { defaultValue: limits.listMax }) first: number,
    @Arg("after", () => String, { nullable: true }) after: string | null,
    @Arg("filter", () => StatsFilterInput, { nullable: true }) filter: StatsFilterInput | null,
  ): Promise<ClickPageType> {
    const { clickhouse } = context.services;
    const size = requirePageSize(first);
    const link = await getLink(context.services, requireActor(context).userId, linkId);
    const range = timeRange(rangeInput?.from, rangeInput?.to);
    const start = after ? { after: fromCursor(after) } : { offset: 0 };
    const [rows, totalCount] = await Promise.all([
      clickLog(clickhouse, link, range, start, size + 1, filter ?? {}),
      countClicks(clickhouse, link, range, filter ?? {}),
    ]);
    const clicks = rows.slice(0, size);
    const last = clicks.at(-1);
    return {
      clicks,
      totalCount,
      endCursor: last ? toCursor(last.timestamp, last.id) : null,
      hasNextPage: rows.length > size,
    };
  }
}
