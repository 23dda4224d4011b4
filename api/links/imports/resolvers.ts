import { GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, Query, Resolver, Root, Subscription } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import { linkImport } from "./entities.ts";
import type { LinkImport } from "./import.ts";
import type { ImportServices } from "./services.ts";
import { ImportedVisitsType } from "./visitTypes.ts";
import { importedVisits } from "./visits/importedVisits.ts";
import type { Member } from "../../kernel/access/authorize.ts";
import { watchWork } from "../../kernel/calls/watchWork.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import { getImport } from "./queries.ts";

type Context = GraphqlContext<ImportServices>;

interface Watching {
  readonly args: { readonly id: string };
  readonly context: Context;
}

@Resolver()
export class ImportResolvers {
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

  @Subscription(() => linkImport.type, {
    description: "An import as it is now, and whenever it has gone on, until it is over",
    subscribe: ({ args, context }: Watching) => watchImport(context.services, requireActor(context), args.id),
  })
  linkImportProgress(@Root() job: LinkImport, @Arg("id", () => GraphQLUUID) _id: string): LinkImport {
    return job;
  }
}

/** An import as it is now and whenever it has gone on, until it is over. Throws NOT_FOUND_ERROR. */
function watchImport(services: Reads, member: Member, id: string): AsyncGenerator<LinkImport, void> {
  return watchWork(
    () => getImport(services, member, id),
    ({ state, total, done, failed, ...job }) => [state, total, done, failed, job.visitsState, job.visitsDone],
    ({ endedAt, visitsState }) => endedAt !== null && visitsState !== "running",
  );
}
