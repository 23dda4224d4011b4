import { Arg, Ctx, Field, InputType, Mutation, Resolver } from "type-graphql";
import type { GraphqlContext } from "../../graphql/context.ts";
import { register } from "../commands.ts";
import { UserType } from "./userType.ts";

@InputType()
export class RegisterInput {
  @Field(() => String)
  name!: string;

  @Field(() => String)
  email!: string;

  @Field(() => String)
  contactNumber!: string;

  @Field(() => String)
  password!: string;

  @Field(() => String)
  confirmPassword!: string;
}

@Resolver()
export class RegisterMutation {
  @Mutation(() => UserType, { description: "Makes an account; does not sign in" })
  async register(
    @Ctx() context: GraphqlContext,
    @Arg("input", () => RegisterInput) input: RegisterInput,
  ): Promise<UserType> {
    return register(context.services, input, context.caller);
  }
}
