import { limits } from "@hoplog/schema/limits.js";
import DataLoader from "dataloader";
import { GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root } from "type-graphql";
import type { Actor } from "../../kernel/calls/actor.ts";
import { ConditionalActor, ofEtag } from "../../kernel/calls/conditional.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { type GraphqlContext, perOperation, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import { changeTag, createTag, deleteTag } from "./commands.ts";
import { CreateTagInput, TagType, UpdateTagInput } from "./graphqlTypes.ts";
import { linksPerTag, listTags, tagSettings } from "./queries.ts";
import type { TagServices } from "./services.ts";

type Context = GraphqlContext<TagServices>;

const urlCountOf = perOperation(
  (context: Context) =>
    new DataLoader<string, number>(async (ids) => {
      const counts = await linksPerTag(context.services, requireActor(context), ids);
      return ids.map((id) => counts.get(id) ?? 0);
    }),
);

@Resolver()
export class TagResolvers {
  @Weighs({ length: limits.listMax })
  @Query(() => [TagType], { description: "All of them, by name" })
  async tags(
    @Ctx() context: Context,
    @Arg("search", () => String, { nullable: true, description: "Part of the name, without case and accents" })
    search: string | null,
  ): Promise<TagType[]> {
    return listTags(context.services, requireActor(context), search);
  }

  @Mutation(() => TagType, { description: "Makes a tag; links can also be given names of tags that aren't there yet" })
  async createTag(
    @Ctx() context: Context,
    @Arg("input", () => CreateTagInput) input: CreateTagInput,
  ): Promise<TagType> {
    return createTag(context.services, requireActor(context), input);
  }

  @Mutation(() => TagType, { description: "Gives a tag another name, another colour, or both" })
  async updateTag(
    @Ctx() context: Context,
    @ConditionalActor() actor: Actor,
    @Arg("id", () => GraphQLUUID) id: string,
    @Arg("input", () => UpdateTagInput) input: UpdateTagInput,
  ): Promise<TagType> {
    return changeTag(context.services, actor, id, input);
  }

  @Mutation(() => GraphQLUUID, { description: "Takes it off its links, which stay; gives the id of what is gone" })
  async deleteTag(
    @Ctx() context: Context,
    @ConditionalActor() actor: Actor,
    @Arg("id", () => GraphQLUUID) id: string,
  ): Promise<string> {
    await deleteTag(context.services, actor, id);
    return id;
  }
}

@Resolver(() => TagType)
export class TagFields {
  @FieldResolver(() => String, ofEtag)
  etag(@Root() tag: TagType): string {
    return etagOfSettings(tagSettings(tag));
  }

  @FieldResolver(() => Int, { description: "Links that have the tag, archived ones too" })
  async urlCount(@Root() tag: TagType, @Ctx() context: Context): Promise<number> {
    return urlCountOf(context).load(tag.id);
  }
}
