import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from "type-graphql";
import type { Actor } from "../../kernel/calls/actor.ts";
import { ConditionalActor, ofEtag } from "../../kernel/calls/conditional.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { type GraphqlContext, requireActor, requireOwnSite } from "../../kernel/calls/graphqlContext.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import { changeProfile, logIn, logOut, logOutEverywhere, register } from "./commands.ts";
import { RegisterInput, SessionType, TokensType, UserType } from "./graphqlTypes.ts";
import { confirmSession, sendConfirmCode } from "./confirm.ts";
import { changePassword, requestPasswordReset, resetPassword } from "./passwordCommands.ts";
import { getProfile, profileSettings } from "./queries.ts";
import type { IdentityServices } from "./services.ts";
import { refreshSession } from "./sessions.ts";

@Resolver()
export class IdentityResolvers {
  @Query(() => UserType, { description: "The account that is signed in" })
  async me(@Ctx() context: GraphqlContext<IdentityServices>): Promise<UserType> {
    return getProfile(context.services, requireActor(context));
  }

  @Weighs({ cost: 500 })
  @Mutation(() => UserType, { description: "Makes an account; does not sign in" })
  async register(
    @Ctx() context: GraphqlContext<IdentityServices>,
    @Arg("input", () => RegisterInput) input: RegisterInput,
  ): Promise<UserType> {
    requireOwnSite(context);
    return register(context.services, input, context.caller);
  }

  @Weighs({ cost: 500 })
  @Mutation(() => SessionType, { description: "Signs in with a password" })
  async login(
    @Ctx() context: GraphqlContext<IdentityServices>,
    @Arg("email", () => String) email: string,
    @Arg("password", () => String) password: string,
  ): Promise<SessionType> {
    requireOwnSite(context);
    return logIn(context.services, { email, password }, context.caller);
  }

  @Mutation(() => TokensType, { description: "Each refresh token works once" })
  async refreshTokens(
    @Ctx() context: GraphqlContext<IdentityServices>,
    @Arg("refreshToken", () => String) refreshToken: string,
  ): Promise<TokensType> {
    requireOwnSite(context);
    return refreshSession(context.services, refreshToken, context.caller);
  }

  @Mutation(() => Boolean, { description: "Ends this session" })
  async logout(@Ctx() context: GraphqlContext<IdentityServices>): Promise<boolean> {
    await logOut(context.services, requireActor(context));
    return true;
  }

  @Mutation(() => Boolean, {
    description: "Ends every session of the account, this one too, and a change of the address that waits",
  })
  async logoutAll(@Ctx() context: GraphqlContext<IdentityServices>): Promise<boolean> {
    await logOutEverywhere(context.services, requireActor(context));
    return true;
  }

  @Weighs({ cost: 500 })
  @Mutation(() => UserType, { description: "Changes what the account says of its owner" })
  async updateProfile(
    @Ctx() context: GraphqlContext<IdentityServices>,
    @ConditionalActor() actor: Actor,
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
    return changeProfile(context.services, actor, input);
  }

  @Weighs({ cost: 500 })
  @Mutation(() => Boolean, { description: "Ends all other sessions and pauses the outlets that they created" })
  async changePassword(
    @Ctx() context: GraphqlContext<IdentityServices>,
    @Arg("currentPassword", () => String) currentPassword: string,
    @Arg("newPassword", () => String) newPassword: string,
    @Arg("revokeSqlAccess", () => Boolean, { nullable: true, description: "Whether SQL access ends too" })
    revokeSqlAccess: boolean | null = null,
    @Arg("revokeKeys", () => Boolean, {
      nullable: true,
      description: "Whether all API keys that you have made end too",
    })
    revokeKeys: boolean | null = null,
  ): Promise<boolean> {
    const input = {
      currentPassword,
      newPassword,
      revokeSqlAccess: revokeSqlAccess ?? false,
      revokeKeys: revokeKeys ?? false,
    };
    await changePassword(context.services, requireActor(context), input);
    return true;
  }

  @Weighs({ cost: 500 })
  @Mutation(() => Boolean, { description: "Lets this session create outlets for ten minutes" })
  async confirmSession(
    @Ctx() context: GraphqlContext<IdentityServices>,
    @Arg("currentPassword", () => String, { nullable: true }) currentPassword: string | null = null,
    @Arg("code", () => String, { nullable: true, description: "Of the mail, for accounts without a password" })
    code: string | null = null,
  ): Promise<boolean> {
    await confirmSession(context.services, requireActor(context), { currentPassword, code });
    return true;
  }

  @Mutation(() => Boolean, { description: "Mails the code for confirmSession to an account without a password" })
  async sendConfirmCode(@Ctx() context: GraphqlContext<IdentityServices>): Promise<boolean> {
    await sendConfirmCode(context.services, requireActor(context));
    return true;
  }

  @Mutation(() => Boolean, { description: "Says the same whether or not the address has an account" })
  async forgotPassword(
    @Ctx() context: GraphqlContext<IdentityServices>,
    @Arg("email", () => String) email: string,
  ): Promise<boolean> {
    requireOwnSite(context);
    await requestPasswordReset(context.services, email, context.caller);
    return true;
  }

  @Weighs({ cost: 500 })
  @Mutation(() => Boolean, { description: "With the token of a mailed link; ends all sessions" })
  async resetPassword(
    @Ctx() context: GraphqlContext<IdentityServices>,
    @Arg("resetToken", () => String) resetToken: string,
    @Arg("newPassword", () => String) newPassword: string,
  ): Promise<boolean> {
    requireOwnSite(context);
    await resetPassword(context.services, { resetToken, newPassword }, context.caller);
    return true;
  }
}

@Resolver(() => UserType)
export class UserFields {
  @FieldResolver(() => String, ofEtag)
  etag(@Root() user: UserType): string {
    return etagOfSettings(profileSettings(user));
  }
}
