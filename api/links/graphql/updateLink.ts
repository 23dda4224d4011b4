import { GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { editLink } from "../commands.ts";
import { UpdateLinkInput } from "./inputs.ts";
import { LinkType, toLinkType } from "./linkType.ts";

@Resolver()
export class UpdateLinkMutation {
  @Mutation(() => LinkType)
  async updateLink(
    @Ctx() context: GraphqlContext,
    @Arg("id", () => GraphQLUUID) id: string,
    @Arg("input", () => UpdateLinkInput) input: UpdateLinkInput,
  ): Promise<LinkType> {
    return toLinkType(await editLink(context.services, requireActor(context), id, input));
  }
}
