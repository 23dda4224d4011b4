import { GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, Query, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { Weighs } from "../../kernel/contract/weight.ts";
import type { ImportServices } from "./services.ts";
import { ImportedVisitsType } from "./visitTypes.ts";
import { importedVisits } from "./visits/importedVisits.ts";

type Context = GraphqlContext<ImportServices>;

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
}
