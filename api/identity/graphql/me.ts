import { Ctx, Query, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { getProfile } from "../queries.ts";
import { UserType } from "./userType.ts";

@Resolver()
export class MeQuery {
  @Query(() => UserType)
  async me(@Ctx() context: GraphqlContext): Promise<UserType> {
    return getProfile(context.services, requireActor(context).userId);
  }
}
