import { limits } from "@hoplog/schema/limits.js";
import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, Field, InputType, Mutation, ObjectType, Query, Resolver } from "type-graphql";
import { enumType } from "../../kernel/calls/enumType.ts";
import type { Actor } from "../../kernel/calls/actor.ts";
import { ConditionalActor, ofEtag } from "../../kernel/calls/conditional.ts";
import { type GraphqlContext, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import { changeKept, deleteKept, keep, type KeptText, type KeptTextServices, listKept } from "./keptTexts.ts";
import { type PresetKind, presetKinds } from "./kinds.ts";

export const PresetKindType = enumType("PresetKind", "What is kept for lists of links and for new ones", {
  view: "A choice of links and their order, as the address of the list has it",
  utmTemplate: "Campaign parameters with their values, as in the query of a destination",
  qrDesign: "How QR codes look: `dark`, `light`, `shape`, `corners`, `quiet`, `level`, `tellsScans`",
});

@ObjectType("Preset", { description: "What the workspace keeps for lists of links, or for new ones" })
export class PresetType {
  @Field(() => GraphQLUUID, { description: "Stays the same for good" })
  id!: string;

  @Field(() => String, ofEtag)
  etag!: string;

  @Field(() => String, { description: "One of its own within its kind" })
  name!: string;

  @Weighs({ text: 20 })
  @Field(() => String, { description: "As in an address, without the question mark" })
  query!: string;

  @Field(() => GraphQLDateTime, { description: "When it was saved first" })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: "When it was saved last" })
  updatedAt!: Date;
}

@InputType({ description: "What is absent stays as it is" })
export class PresetInput {
  @Field(() => String, { nullable: true, description: "At most 100 characters" })
  name?: string | null;

  @Field(() => String, { nullable: true, description: "As in an address, without the question mark" })
  query?: string | null;
}

type Context = GraphqlContext<KeptTextServices>;

@Resolver()
export class PresetResolvers {
  @Weighs({ length: limits.presetsMax / 4 })
  @Query(() => [PresetType], { description: "The workspace's own of one kind, by their names" })
  async presets(
    @Ctx() context: Context,
    @Arg("kind", () => PresetKindType) kind: PresetKind,
  ): Promise<readonly PresetType[]> {
    return (await listKept(presetKinds[kind], context.services, requireActor(context))).map(toPresetType);
  }

  @Mutation(() => PresetType, { description: "Keeps a view, a template or a design" })
  async createPreset(
    @Ctx() context: Context,
    @Arg("kind", () => PresetKindType) kind: PresetKind,
    @Arg("name", () => String, { description: "One of its own within its kind" }) name: string,
    @Arg("query", () => String, { description: "As in an address, without the question mark" }) query: string,
  ): Promise<PresetType> {
    return toPresetType(await keep(presetKinds[kind], context.services, requireActor(context), { name, text: query }));
  }

  @Mutation(() => PresetType, { description: "Renames or changes a view, a template or a design" })
  async updatePreset(
    @Ctx() context: Context,
    @ConditionalActor() actor: Actor,
    @Arg("kind", () => PresetKindType) kind: PresetKind,
    @Arg("id", () => GraphQLUUID) id: string,
    @Arg("input", () => PresetInput) { name, query }: PresetInput,
  ): Promise<PresetType> {
    return toPresetType(await changeKept(presetKinds[kind], context.services, actor, id, { name, text: query }));
  }

  @Mutation(() => GraphQLUUID, { description: "Deletes a view, a template or a design; gives the id of what is gone" })
  async deletePreset(
    @Ctx() context: Context,
    @ConditionalActor() actor: Actor,
    @Arg("kind", () => PresetKindType) kind: PresetKind,
    @Arg("id", () => GraphQLUUID) id: string,
  ): Promise<string> {
    await deleteKept(presetKinds[kind], context.services, actor, id);
    return id;
  }
}

function toPresetType({ text, ...preset }: KeptText): PresetType {
  return { ...preset, query: text };
}
