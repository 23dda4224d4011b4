import { GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, Query, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { getLink } from "../queries.ts";
import { LinkType, toLinkType } from "./linkType.ts";

@Resolver()
export class LinkQuery {
  @Query(() => LinkType)
  async link(@Ctx() context: GraphqlContext, @Arg("id", () => GraphQLUUID) id: string): Promise<LinkType> {
    return toLinkType(await getLink(context.services, requireActor(context).userId, id));
  }
}
