import { GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { setLinkActive } from "../commands.ts";
import { LinkType, toLinkType } from "./linkType.ts";

@Resolver()
export class SetLinkActiveMutation {
  @Mutation(() => LinkType)
  async setLinkActive(
    @Ctx() context: GraphqlContext,
    @Arg("id", () => GraphQLUUID) id: string,
    @Arg("active", () => Boolean) active: boolean,
  ): Promise<LinkType> {
    return toLinkType(await setLinkActive(context.services, requireActor(context), id, active));
  }
}
