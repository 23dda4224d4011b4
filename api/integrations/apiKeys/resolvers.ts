import { limits } from "@hoplog/schema/limits.js";
import { GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, Mutation, Query, Resolver, FieldResolver, Root } from "type-graphql";
import type { Actor } from "../../kernel/calls/actor.ts";
import { ConditionalActor, ofEtag } from "../../kernel/calls/conditional.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { type GraphqlContext, requireActor, requireOwnSite } from "../../kernel/calls/graphqlContext.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import { createApiKey, revokeApiKey, revokeCurrentKey } from "./commands.ts";
import { exchangeApiKey, handOverApiKey } from "./handover.ts";
import { ApiKeyType, CreateApiKeyInput, HandedOverKeyType, NewApiKeyType } from "./graphqlTypes.ts";
import { keySettings, listApiKeys } from "./queries.ts";
import type { ApiKeyServices } from "./services.ts";

type Context = GraphqlContext<ApiKeyServices>;

@Resolver()
export class ApiKeyResolvers {
  @Weighs({ length: limits.apiKeysMax + limits.endedApiKeysMax })
  @Query(() => [ApiKeyType], {
    description: `The newest first, for 90 days those too that are no longer of use, the newest ${limits.endedApiKeysMax} of them`,
  })
  async apiKeys(@Ctx() context: Context): Promise<ApiKeyType[]> {
    return listApiKeys(context.services, requireActor(context));
  }

  @Mutation(() => NewApiKeyType, { description: "Makes an API key, which is shown this once" })
  async createApiKey(
    @Ctx() context: Context,
    @Arg("input", () => CreateApiKeyInput) input: CreateApiKeyInput,
  ): Promise<NewApiKeyType> {
    return createApiKey(context.services, requireActor(context), input);
  }

  @Mutation(() => HandedOverKeyType, {
    description:
      "Makes an API key for a program that has opened a page, and fetches the key with the code and its verifier",
  })
  async handOverApiKey(
    @Ctx() context: Context,
    @Arg("input", () => CreateApiKeyInput) input: CreateApiKeyInput,
    @Arg("challenge", () => String, {
      description: "SHA-256 of the program's verifier, in base64url without padding (S256 of RFC 7636)",
    })
    challenge: string,
  ): Promise<HandedOverKeyType> {
    return handOverApiKey(context.services, requireActor(context), { ...input, challenge });
  }

  @Mutation(() => NewApiKeyType, {
    description: "Exchanges a code for its API key, once; a wrong verifier ends the key",
  })
  async exchangeApiKey(
    @Ctx() context: Context,
    @Arg("code", () => String, { description: "From the page that has made the key" }) code: string,
    @Arg("verifier", () => String, { description: "What the challenge is the SHA-256 of" }) verifier: string,
  ): Promise<NewApiKeyType> {
    requireOwnSite(context);
    return exchangeApiKey(context.services, { code, verifier }, context.caller);
  }

  @Mutation(() => ApiKeyType, { description: "Ends the API key that the call comes with" })
  async revokeCurrentApiKey(@Ctx() context: Context): Promise<ApiKeyType> {
    return revokeCurrentKey(context.services, requireActor(context));
  }

  @Mutation(() => ApiKeyType, { description: "Ends an API key at once" })
  async revokeApiKey(
    @Ctx() context: Context,
    @ConditionalActor() actor: Actor,
    @Arg("id", () => GraphQLUUID) id: string,
  ): Promise<ApiKeyType> {
    return revokeApiKey(context.services, actor, id);
  }
}

@Resolver(() => ApiKeyType)
export class ApiKeyFields {
  @FieldResolver(() => String, ofEtag)
  etag(@Root() key: ApiKeyType): string {
    return etagOfSettings(keySettings(key));
  }
}
