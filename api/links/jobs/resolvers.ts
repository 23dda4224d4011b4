import { GraphQLUUID } from "graphql-scalars";
import { Arg, Resolver, Root, Subscription } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { linkJob } from "./entities.ts";
import type { LinkJob } from "./job.ts";
import type { LinkJobServices } from "./services.ts";
import { watchJob } from "./queries.ts";

type Context = GraphqlContext<LinkJobServices>;

interface Watching {
  readonly args: { readonly id: string };
  readonly context: Context;
}

/** How jobs are watched; their operations are in operations.ts. */
@Resolver()
export class LinkJobResolvers {
  @Subscription(() => linkJob.type, {
    description: "A job as it is now, and whenever it has gone on, until it is over",
    subscribe: ({ args, context }: Watching) => watchJob(context.services, requireActor(context), args.id),
  })
  linkJobProgress(@Root() job: LinkJob, @Arg("id", () => GraphQLUUID) _id: string): LinkJob {
    return job;
  }
}
