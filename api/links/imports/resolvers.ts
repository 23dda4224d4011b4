import { importLimits } from "@hoplog/schema/imports/limits.js";
import { limits } from "@hoplog/schema/limits.js";
import { GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, Int, Mutation, Query, Resolver, Root, Subscription } from "type-graphql";
import { requirePageSize } from "../../kernel/calls/cursor.ts";
import { type GraphqlContext, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import { changeImport } from "./changeImport.ts";
import { addImport, cancelImport, completeFile, startImport } from "./commands.ts";
import {
  ImportRowType,
  LinkImportType,
  CreateLinkImportInput,
  RowFilterType,
  UpdateLinkImportInput,
} from "./graphqlTypes.ts";
import type { LinkImport, RowFilter } from "./import.ts";
import { getImport, listImportRows, listImports } from "./queries.ts";
import type { ImportServices } from "./services.ts";
import { ImportedVisitsType } from "./visitTypes.ts";
import { importedVisits } from "./visits/importedVisits.ts";
import { watchImport } from "./watch.ts";

type Context = GraphqlContext<ImportServices>;

interface Watching {
  readonly args: { readonly id: string };
  readonly context: Context;
}

@Resolver()
export class ImportResolvers {
  @Weighs({ length: importLimits.listed })
  @Query(() => [LinkImportType], { description: "The workspace's imports, the latest first" })
  async linkImports(@Ctx() context: Context): Promise<LinkImportType[]> {
    return listImports(context.services, requireActor(context));
  }

  @Query(() => LinkImportType, { description: "One import, and how far it is" })
  async linkImport(@Ctx() context: Context, @Arg("id", () => GraphQLUUID) id: string): Promise<LinkImportType> {
    return getImport(context.services, requireActor(context), id);
  }

  @Query(() => [ImportRowType], { description: "What becomes of an import's rows, in the order of its file" })
  async linkImportRows(
    @Ctx() context: Context,
    @Arg("id", () => GraphQLUUID) id: string,
    @Arg("first", () => Int, { defaultValue: limits.listDefault }) first: number,
    @Arg("after", () => Int, { defaultValue: 0, description: "The position behind which to go on" }) after: number,
    @Arg("only", () => RowFilterType, { defaultValue: "all" }) only: RowFilter,
  ): Promise<ImportRowType[]> {
    const page = { limit: requirePageSize(first), after, only };
    return listImportRows(context.services, requireActor(context), id, page);
  }

  @Weighs({ length: 1 })
  @Query(() => [ImportedVisitsType], {
    description: "What other services have counted of a link before it was imported; none for most links",
  })
  async importedVisits(
    @Ctx() context: Context,
    @Arg("linkId", () => GraphQLUUID) linkId: string,
  ): Promise<ImportedVisitsType[]> {
    return importedVisits(context.services, requireActor(context), linkId);
  }

  @Mutation(() => LinkImportType, {
    description: "Begins an import: its file goes to /api/imports/{id}/file, a part a call",
  })
  async createLinkImport(
    @Ctx() context: Context,
    @Arg("input", () => CreateLinkImportInput) input: CreateLinkImportInput,
  ): Promise<LinkImportType> {
    return addImport(context.services, requireActor(context), input);
  }

  @Mutation(() => LinkImportType, { description: "Says that all parts of an import's file are there" })
  async completeLinkImport(
    @Ctx() context: Context,
    @Arg("id", () => GraphQLUUID) id: string,
    @Arg("parts", () => Int) parts: number,
  ): Promise<LinkImportType> {
    return completeFile(context.services, requireActor(context), id, parts);
  }

  @Mutation(() => LinkImportType, {
    description: "Chooses what columns of an import's file are read as, and has the file read once more",
  })
  async updateLinkImport(
    @Ctx() context: Context,
    @Arg("id", () => GraphQLUUID) id: string,
    @Arg("input", () => UpdateLinkImportInput) { columns, dates, name }: UpdateLinkImportInput,
  ): Promise<LinkImportType> {
    const choices = columns && Object.fromEntries(columns.map(({ name, use }) => [name, use]));
    return changeImport(context.services, requireActor(context), id, {
      columns: choices ?? undefined,
      dates: dates ?? undefined,
      name: name ?? undefined,
    });
  }

  @Mutation(() => LinkImportType, { description: "Makes the links of an import, in the background" })
  async startLinkImport(@Ctx() context: Context, @Arg("id", () => GraphQLUUID) id: string): Promise<LinkImportType> {
    return startImport(context.services, requireActor(context), id);
  }

  @Mutation(() => LinkImportType, { description: "Stops an import; the links that it has made stay" })
  async cancelLinkImport(@Ctx() context: Context, @Arg("id", () => GraphQLUUID) id: string): Promise<LinkImportType> {
    return cancelImport(context.services, requireActor(context), id);
  }

  @Subscription(() => LinkImportType, {
    description: "An import as it is now, and whenever it has gone on, until it is over",
    subscribe: ({ args, context }: Watching) => watchImport(context.services, requireActor(context), args.id),
  })
  linkImportProgress(@Root() job: LinkImport, @Arg("id", () => GraphQLUUID) _id: string): LinkImportType {
    return job;
  }
}
