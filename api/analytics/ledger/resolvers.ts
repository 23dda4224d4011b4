import { GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from "type-graphql";
import { authorizeOwn } from "../../kernel/access/authorize.ts";
import { type GraphqlContext, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import { timeRange } from "../../clicks/counts/range.ts";
import { RangeInput } from "../../clicks/counts/rangeInput.ts";
import { LinkType, toLinkType } from "../../links/core/graphqlTypes.ts";
import {
  LedgerBalanceType,
  LedgerPartType,
  LedgerRequestsType,
  LedgerRequestType,
  LedgerType,
} from "./graphqlTypes.ts";
import { measuredLedger } from "./measured.ts";
import type { PartName } from "./parts.ts";
import { questionOf } from "./question.ts";
import { requestPage } from "./requestPage.ts";
import type { LedgerCallServices } from "./services.ts";

type Context = GraphqlContext<LedgerCallServices>;

@Resolver(() => LedgerType)
export class LedgerResolvers {
  @Query(() => LedgerType, { description: "Every request to one's links that was received, and what it was taken for" })
  async ledger(
    @Ctx() context: Context,
    @Arg("range", () => RangeInput, {
      nullable: true,
      description: "Begins and ends with a quarter of an hour",
    })
    range: RangeInput | null,
    @Arg("linkId", () => GraphQLUUID, { nullable: true, description: "One link's; all of the account's without" })
    linkId: string | null | undefined,
  ): Promise<LedgerType> {
    const asked = {
      linkId: linkId ?? null,
      range: timeRange(range?.from, range?.to, "range.to"),
      fields: ["range.from", "range.to"] as const,
    };
    return { question: await questionOf(context.services, requireActor(context), asked) };
  }

  @Weighs({ cost: 100 })
  @FieldResolver(() => LedgerBalanceType, { description: "What was counted, and what became of it" })
  balance(@Root() { question }: LedgerType, @Ctx() { services }: Context): Promise<LedgerBalanceType> {
    return measuredLedger(services, question);
  }

  @Weighs({ cost: 50 })
  @FieldResolver(() => LedgerRequestsType, { description: "The single requests of a part" })
  requests(
    @Root() { question }: LedgerType,
    @Ctx() { services }: Context,
    @Arg("part", () => LedgerPartType, { defaultValue: "firstVisit" }) part: PartName,
    @Arg("reason", () => String, { nullable: true, description: "Exactly this one, as the balance has it" })
    reason: string | null,
    @Arg("first", () => Int, { defaultValue: 50 }) first: number,
    @Arg("after", () => String, { nullable: true, description: "The cursor of the page before" }) after: string | null,
  ): Promise<LedgerRequestsType> {
    return requestPage(services, question, { part, reason, first, after });
  }
}

@Resolver(() => LedgerRequestType)
export class LedgerRequestResolvers {
  @FieldResolver(() => LinkType, {
    nullable: true,
    description: "The one that was asked for; null where none is known",
  })
  async link(@Root() { linkId }: LedgerRequestType, @Ctx() context: Context): Promise<LinkType | null> {
    authorizeOwn(requireActor(context), "links:read");
    const link = linkId === null ? null : await context.services.linkById(linkId);
    return link && toLinkType(link);
  }
}
