import { limits } from "@hoplog/schema/limits.js";
import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Actor } from "../../kernel/calls/actor.ts";
import { ConditionalActor } from "../../kernel/calls/conditional.ts";
import { type GraphqlContext, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import { createClickExport, deleteClickExport, updateClickExport } from "./commands.ts";
import { exportClickRange } from "./exportClickRange.ts";
import type { ExportContent } from "./contents.ts";
import {
  ClickExportType,
  ContentType,
  CreateClickExportInput,
  ExportedFileType,
  TrialType,
  UpdateClickExportInput,
} from "./graphqlTypes.ts";
import { listClickExports, listExportedFiles } from "./queries.ts";
import type { ClickExportServices } from "./services.ts";
import { tryExport } from "./tryExport.ts";

type Context = GraphqlContext<ClickExportServices>;

@Resolver()
export class ClickExportResolvers {
  @Weighs({ length: limits.clickExportsMax })
  @Query(() => [ClickExportType], { description: "The workspace's exports of clicks, oldest first" })
  clickExports(@Ctx() context: Context): Promise<ClickExportType[]> {
    return listClickExports(context.services, requireActor(context));
  }

  @Query(() => [ExportedFileType], { description: "Files of an export, the latest period first" })
  exportedFiles(
    @Ctx() context: Context,
    @Arg("id", () => GraphQLUUID) id: string,
    @Arg("before", () => GraphQLDateTime, { nullable: true, description: "Of periods that begin before this" })
    before: Date | null,
    @Arg("limit", () => Int, { defaultValue: limits.listDefault, description: `At most ${limits.listMax}` })
    limit: number,
    @Arg("content", () => ContentType, { defaultValue: "clicks" }) content: ExportContent,
  ): Promise<ExportedFileType[]> {
    return listExportedFiles(context.services, requireActor(context), id, { before, limit, content });
  }

  @Mutation(() => ClickExportType, { description: "Has clicks exported to a bucket" })
  createClickExport(
    @Ctx() context: Context,
    @Arg("input", () => CreateClickExportInput) input: CreateClickExportInput,
  ): Promise<ClickExportType> {
    return createClickExport(context.services, requireActor(context), input);
  }

  @Mutation(() => ClickExportType, { description: "Changes an export's name or key, or switches it on or off" })
  updateClickExport(
    @Ctx() context: Context,
    @ConditionalActor() actor: Actor,
    @Arg("id", () => GraphQLUUID) id: string,
    @Arg("input", () => UpdateClickExportInput) input: UpdateClickExportInput,
  ): Promise<ClickExportType> {
    return updateClickExport(context.services, actor, id, input);
  }

  @Mutation(() => GraphQLUUID, {
    description: "Ends an export; what is in the bucket stays there. Gives the id of what is gone",
  })
  async deleteClickExport(
    @Ctx() context: Context,
    @ConditionalActor() actor: Actor,
    @Arg("id", () => GraphQLUUID) id: string,
  ): Promise<string> {
    await deleteClickExport(context.services, actor, id);
    return id;
  }

  @Weighs({ cost: 10 })
  @Mutation(() => TrialType, { description: "Writes a small object into the bucket and removes it" })
  tryClickExport(@Ctx() context: Context, @Arg("id", () => GraphQLUUID) id: string): Promise<TrialType> {
    return tryExport(context.services, requireActor(context), id);
  }

  @Mutation(() => Int, {
    description: "Has the files of a range written now, those that are there again; gives how many they are",
  })
  exportClickRange(
    @Ctx() context: Context,
    @Arg("id", () => GraphQLUUID) id: string,
    @Arg("from", () => GraphQLDateTime) from: Date,
    @Arg("to", () => GraphQLDateTime) to: Date,
  ): Promise<number> {
    return exportClickRange(context.services, requireActor(context), id, { from, to });
  }
}
