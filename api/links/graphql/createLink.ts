import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { createLink } from "../commands.ts";
import { CreateLinkInput } from "./inputs.ts";
import { LinkType, toLinkType } from "./linkType.ts";

@Resolver()
export class CreateLinkMutation {
  @Mutation(() => LinkType)
  async createLink(
    @Ctx() context: GraphqlContext,
    @Arg("input", () => CreateLinkInput) input: CreateLinkInput,
  ): Promise<LinkType> {
    return toLinkType(await createLink(context.services, requireActor(context), input));
  }
}
