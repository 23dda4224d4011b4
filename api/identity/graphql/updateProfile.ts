import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { changeProfile } from "../commands.ts";
import { UserType } from "./userType.ts";

@Resolver()
export class UpdateProfileMutation {
  @Mutation(() => UserType)
  async updateProfile(
    @Ctx() context: GraphqlContext,
    @Arg("name", () => String) name: string,
    @Arg("contactNumber", () => String) contactNumber: string,
    @Arg("email", () => String, {
      nullable: true,
      description: "Another address waits in pendingEmail until the link that is mailed there has been opened",
    })
    email: string | null = null,
    @Arg("currentPassword", () => String, { nullable: true, description: "Needed for another address" })
    currentPassword: string | null = null,
  ): Promise<UserType> {
    const input = { name, contactNumber, email, currentPassword };
    return changeProfile(context.services, requireActor(context), input);
  }
}
