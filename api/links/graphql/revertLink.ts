import { GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, Int, Mutation, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { revertLink } from "../commands.ts";
import { LinkType, toLinkType } from "./linkType.ts";

@Resolver()
export class RevertLinkMutation {
  @Mutation(() => LinkType, { description: "Sets back what the edit of that version changed" })
  async revertLink(
    @Ctx() context: GraphqlContext,
    @Arg("id", () => GraphQLUUID) id: string,
    @Arg("version", () => Int) version: number,
  ): Promise<LinkType> {
    return toLinkType(await revertLink(context.services, requireActor(context), id, version));
  }
}
