import { GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, Mutation, Resolver, Root, Subscription } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { toLinkFilter } from "../core/graphqlFilter.ts";
import { startJob } from "./commands.ts";
import { linkJob } from "./entities.ts";
import { StartLinkJobInput } from "./graphqlTypes.ts";
import type { LinkJob } from "./job.ts";
import type { LinkJobServices } from "./services.ts";
import { watchJob } from "./watch.ts";

type Context = GraphqlContext<LinkJobServices>;

interface Watching {
  readonly args: { readonly id: string };
  readonly context: Context;
}

/** How jobs are started and watched; their other operations are in operations.ts. */
@Resolver()
export class LinkJobResolvers {
  @Mutation(() => linkJob.type, { description: "Changes up to 10,000 links in the background, each by itself" })
  async startLinkJob(
    @Ctx() context: Context,
    @Arg("input", () => StartLinkJobInput) input: StartLinkJobInput,
  ): Promise<LinkJob> {
    const { filter, change, ...given } = input;
    const utm = change.utm && change.utm.map(({ field, value }) => [field, value] as const);
    const job = { ...given, filter: filter && toLinkFilter(filter), change: { ...change, utm } };
    return startJob(context.services, requireActor(context), job);
  }

  @Subscription(() => linkJob.type, {
    description: "A job as it is now, and whenever it has gone on, until it is over",
    subscribe: ({ args, context }: Watching) => watchJob(context.services, requireActor(context), args.id),
  })
  linkJobProgress(@Root() job: LinkJob, @Arg("id", () => GraphQLUUID) _id: string): LinkJob {
    return job;
  }
}
