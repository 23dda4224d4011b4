import { limits } from "@hoplog/schema/limits.js";
import { GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, Mutation, Query, Resolver, FieldResolver, Root } from "type-graphql";
import type { Actor } from "../../kernel/calls/actor.ts";
import { ConditionalActor, ofEtag } from "../../kernel/calls/conditional.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { type GraphqlContext, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import { createReport, deleteReport, tryReport } from "./commands.ts";
import { CreateReportInput, ReportType } from "./graphqlTypes.ts";
import { listReports, reportSettings } from "./queries.ts";
import type { ReportServices } from "./services.ts";

type Context = GraphqlContext<ReportServices>;

@Resolver()
export class ReportResolvers {
  @Weighs({ length: limits.reportsMax })
  @Query(() => [ReportType], { description: "The workspace's reports by mail, oldest first" })
  reports(@Ctx() context: Context): Promise<ReportType[]> {
    return listReports(context.services, requireActor(context));
  }

  @Mutation(() => ReportType, { description: "Asks an address by mail whether it wants a report" })
  createReport(
    @Ctx() context: Context,
    @Arg("input", () => CreateReportInput) input: CreateReportInput,
  ): Promise<ReportType> {
    return createReport(context.services, requireActor(context), input);
  }

  @Mutation(() => GraphQLUUID, { description: "Ends a report; gives the id of what is gone" })
  async deleteReport(
    @Ctx() context: Context,
    @ConditionalActor() actor: Actor,
    @Arg("id", () => GraphQLUUID) id: string,
  ): Promise<string> {
    await deleteReport(context.services, actor, id);
    return id;
  }

  @Mutation(() => GraphQLUUID, {
    description: "Sends the report of the last week or month now, besides those that are due; gives its id",
  })
  async tryReport(@Ctx() context: Context, @Arg("id", () => GraphQLUUID) id: string): Promise<string> {
    await tryReport(context.services, requireActor(context), id);
    return id;
  }
}

@Resolver(() => ReportType)
export class ReportFields {
  @FieldResolver(() => String, ofEtag)
  etag(@Root() report: ReportType): string {
    return etagOfSettings(reportSettings(report));
  }
}
