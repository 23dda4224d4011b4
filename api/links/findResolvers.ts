import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../calls/graphqlContext.ts";
import { createLink } from "./create.ts";
import { CreateLinkInput } from "./graphqlInputs.ts";
import { FoundOrCreatedLinkType, toMadeLinkType } from "./graphqlTypes.ts";
import type { LinkServices } from "./services.ts";

@Resolver()
export class FindLinkResolvers {
  @Mutation(() => FoundOrCreatedLinkType, {
    description: "As createLink with findOrCreate, and says whether the link was made",
  })
  async findOrCreateLink(
    @Ctx() context: GraphqlContext<LinkServices>,
    @Arg("input", () => CreateLinkInput) input: CreateLinkInput,
  ): Promise<FoundOrCreatedLinkType> {
    const asked = { ...input, findOrCreate: true };
    return toMadeLinkType(await createLink(context.services, requireActor(context), asked));
  }
}
