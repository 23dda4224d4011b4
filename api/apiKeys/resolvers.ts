import { limits } from "@hoplog/schema/limits.js";
import { GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, Mutation, Query, Resolver, FieldResolver, Root } from "type-graphql";
import type { Actor } from "../calls/actor.ts";
import { ConditionalActor, ofEtag } from "../calls/conditional.ts";
import { etagOfSettings } from "../calls/etag.ts";
import { type GraphqlContext, requireActor } from "../calls/graphqlContext.ts";
import { Weighs } from "../calls/weight.ts";
import { createApiKey, revokeApiKey } from "./commands.ts";
import { ApiKeyType, CreateApiKeyInput, NewApiKeyType } from "./graphqlTypes.ts";
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
