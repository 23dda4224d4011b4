import { limits } from "@hoplog/schema/limits.js";
import { GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, Mutation, Query, Resolver, FieldResolver, Root } from "type-graphql";
import type { Actor } from "../../kernel/calls/actor.ts";
import { ConditionalActor, ofEtag } from "../../kernel/calls/conditional.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { type GraphqlContext, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import { changeShare, createShare, renewShare, deleteShare } from "./commands.ts";
import { AddressedShareType, CreateShareInput, ShareType, UpdateShareInput } from "./graphqlTypes.ts";
import { listShares, shareSettings } from "./queries.ts";
import type { ShareServices } from "./services.ts";

type Context = GraphqlContext<ShareServices>;

@Resolver()
export class ShareResolvers {
  @Weighs({ length: limits.sharesPerWorkspace / 2 })
  @Query(() => [ShareType], { description: "The shared pages, the newest first" })
  async shares(@Ctx() context: Context): Promise<ShareType[]> {
    return listShares(context.services, requireActor(context));
  }

  @Weighs({ cost: 20 })
  @Mutation(() => AddressedShareType, { description: "Shares a page at a secret address" })
  async createShare(
    @Ctx() context: Context,
    @Arg("input", () => CreateShareInput) input: CreateShareInput,
  ): Promise<AddressedShareType> {
    return createShare(context.services, requireActor(context), input);
  }

  @Weighs({ cost: 20 })
  @Mutation(() => ShareType, { description: "Changes a shared page, at once" })
  async updateShare(
    @Ctx() context: Context,
    @ConditionalActor() actor: Actor,
    @Arg("id", () => GraphQLUUID) id: string,
    @Arg("input", () => UpdateShareInput) input: UpdateShareInput,
  ): Promise<ShareType> {
    return changeShare(context.services, actor, id, input);
  }

  @Mutation(() => AddressedShareType, { description: "Gives a shared page another address in place of the one before" })
  async renewShare(@Ctx() context: Context, @Arg("id", () => GraphQLUUID) id: string): Promise<AddressedShareType> {
    return renewShare(context.services, requireActor(context), id);
  }

  @Mutation(() => GraphQLUUID, { description: "Ends a shared page at once; gives the id of what is gone" })
  async deleteShare(
    @Ctx() context: Context,
    @ConditionalActor() actor: Actor,
    @Arg("id", () => GraphQLUUID) id: string,
  ): Promise<string> {
    await deleteShare(context.services, actor, id);
    return id;
  }
}

@Resolver(() => ShareType)
export class ShareFields {
  @FieldResolver(() => String, ofEtag)
  etag(@Root() share: ShareType): string {
    return etagOfSettings(shareSettings(share));
  }
}
