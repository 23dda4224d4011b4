import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { grantSqlAccess } from "../commands.ts";
import { NewSqlAccessType } from "./sqlAccessTypes.ts";

@Resolver()
export class CreateSqlAccessMutation {
  @Mutation(() => NewSqlAccessType, { description: "Where there is access already, the password is replaced" })
  async createSqlAccess(
    @Ctx() context: GraphqlContext,
    @Arg("password", () => String, {
      nullable: true,
      description: "The account's present password; without it the call is refused",
    })
    password: string | null = null,
  ): Promise<NewSqlAccessType> {
    return grantSqlAccess(context.services, requireActor(context), password ?? "");
  }
}
