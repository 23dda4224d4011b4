import { limits } from "@hoplog/schema/limits.js";
import { GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { Actor } from "../../../kernel/calls/actor.ts";
import { ConditionalActor } from "../../../kernel/calls/conditional.ts";
import { type GraphqlContext, requireActor } from "../../../kernel/calls/graphqlContext.ts";
import { Weighs } from "../../../kernel/calls/weight.ts";
import { SavedQueryInput, SavedQueryType } from "./graphqlTypes.ts";
import { changeKept, deleteKept, keep, type KeptTextServices, listKept } from "../../../links/views/keptTexts.ts";
import { savedQueries } from "./savedQueries.ts";

type Context = GraphqlContext<KeptTextServices>;

@Resolver()
export class SavedQueryResolvers {
  @Weighs({ length: limits.savedQueriesMax / 4 })
  @Query(() => [SavedQueryType], { description: "The workspace's own, by their names" })
  async savedQueries(@Ctx() context: Context): Promise<SavedQueryType[]> {
    return listKept(savedQueries, context.services, requireActor(context));
  }

  @Mutation(() => SavedQueryType, { description: "Keeps a query for the SQL console" })
  async createSavedQuery(
    @Ctx() context: Context,
    @Arg("name", () => String, { description: "One of its own within the workspace" }) name: string,
    @Arg("text", () => String, { description: "The query in SQL" }) text: string,
  ): Promise<SavedQueryType> {
    return keep(savedQueries, context.services, requireActor(context), { name, text });
  }

  @Mutation(() => SavedQueryType, { description: "Renames or rewrites a saved query" })
  async updateSavedQuery(
    @Ctx() context: Context,
    @ConditionalActor() actor: Actor,
    @Arg("id", () => GraphQLUUID) id: string,
    @Arg("input", () => SavedQueryInput) input: SavedQueryInput,
  ): Promise<SavedQueryType> {
    return changeKept(savedQueries, context.services, actor, id, input);
  }

  @Mutation(() => GraphQLUUID, { description: "Deletes a saved query; gives the id of what is gone" })
  async deleteSavedQuery(
    @Ctx() context: Context,
    @ConditionalActor() actor: Actor,
    @Arg("id", () => GraphQLUUID) id: string,
  ): Promise<string> {
    await deleteKept(savedQueries, context.services, actor, id);
    return id;
  }
}
