import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { GraphqlContext } from "../../graphql/context.ts";
import { logIn } from "../commands.ts";
import { SessionType } from "./userType.ts";

@Resolver()
export class LoginMutation {
  @Mutation(() => SessionType)
  async login(
    @Ctx() context: GraphqlContext,
    @Arg("email", () => String) email: string,
    @Arg("password", () => String) password: string,
  ): Promise<SessionType> {
    return logIn(context.services, { email, password }, context.caller);
  }
}
