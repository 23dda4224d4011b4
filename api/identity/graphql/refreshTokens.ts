import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { GraphqlContext } from "../../graphql/context.ts";
import { refreshSession } from "../sessions.ts";
import { TokensType } from "./userType.ts";

@Resolver()
export class RefreshTokensMutation {
  @Mutation(() => TokensType, { description: "Each refresh token works once" })
  async refreshTokens(
    @Ctx() context: GraphqlContext,
    @Arg("refreshToken", () => String) refreshToken: string,
  ): Promise<TokensType> {
    return refreshSession(context.services, refreshToken);
  }
}
