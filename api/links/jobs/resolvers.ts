import { limits } from "@hoplog/schema/limits.js";
import { GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, Int, Mutation, Query, Resolver, Root, Subscription } from "type-graphql";
import { requirePageSize } from "../../kernel/calls/cursor.ts";
import { type GraphqlContext, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import { toLinkFilter } from "../core/graphqlFilter.ts";
import { cancelJob, startJob, undoJob } from "./commands.ts";
import { LinkJobResultType, LinkJobType, OutcomeType, StartLinkJobInput, toLinkJobType } from "./graphqlTypes.ts";
import type { LinkJob, Outcome } from "./job.ts";
import { getJob, listJobs, listResults } from "./queries.ts";
import type { LinkJobServices } from "./services.ts";
import { watchJob } from "./watch.ts";

type Context = GraphqlContext<LinkJobServices>;

interface Watching {
  readonly args: { readonly id: string };
  readonly context: Context;
}

@Resolver()
export class LinkJobResolvers {
  @Weighs({ length: limits.linkJobsListed })
  @Query(() => [LinkJobType], { description: "The workspace's, the latest first" })
  async linkJobs(@Ctx() context: Context): Promise<LinkJobType[]> {
    return (await listJobs(context.services, requireActor(context))).map(toLinkJobType);
  }

  @Query(() => LinkJobType, { description: "One job, and how far it is" })
  async linkJob(@Ctx() context: Context, @Arg("id", () => GraphQLUUID) id: string): Promise<LinkJobType> {
    return toLinkJobType(await getJob(context.services, requireActor(context), id));
  }

  @Query(() => [LinkJobResultType], { description: "What became of a job's links, in the order of their positions" })
  async linkJobResults(
    @Ctx() context: Context,
    @Arg("id", () => GraphQLUUID) id: string,
    @Arg("first", () => Int, { defaultValue: limits.listDefault }) first: number,
    @Arg("after", () => Int, { defaultValue: 0, description: "The position behind which to go on" }) after: number,
    @Arg("outcome", () => OutcomeType, { nullable: true }) outcome: Outcome | null | undefined,
  ): Promise<LinkJobResultType[]> {
    const page = { limit: requirePageSize(first), after, outcome: outcome ?? null };
    return listResults(context.services, requireActor(context), id, page);
  }

  @Mutation(() => LinkJobType, { description: "Changes up to 10,000 links in the background, each by itself" })
  async startLinkJob(
    @Ctx() context: Context,
    @Arg("input", () => StartLinkJobInput) input: StartLinkJobInput,
  ): Promise<LinkJobType> {
    const { filter, change, ...given } = input;
    const utm = change.utm && change.utm.map(({ field, value }) => [field, value] as const);
    const job = { ...given, filter: filter && toLinkFilter(filter), change: { ...change, utm } };
    return toLinkJobType(await startJob(context.services, requireActor(context), job));
  }

  @Mutation(() => LinkJobType, {
    description: "Sets back what a job has changed, by another job; what somebody has changed since stays",
  })
  async undoLinkJob(@Ctx() context: Context, @Arg("id", () => GraphQLUUID) id: string): Promise<LinkJobType> {
    return toLinkJobType(await undoJob(context.services, requireActor(context), id));
  }

  @Mutation(() => LinkJobType, { description: "Stops a job; what it has done stays" })
  async cancelLinkJob(@Ctx() context: Context, @Arg("id", () => GraphQLUUID) id: string): Promise<LinkJobType> {
    return toLinkJobType(await cancelJob(context.services, requireActor(context), id));
  }

  @Subscription(() => LinkJobType, {
    description: "A job as it is now, and whenever it has gone on, until it is over",
    subscribe: ({ args, context }: Watching) => watchJob(context.services, requireActor(context), args.id),
  })
  linkJobProgress(@Root() job: LinkJob, @Arg("id", () => GraphQLUUID) _id: string): LinkJobType {
    return toLinkJobType(job);
  }
}
