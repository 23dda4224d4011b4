import type { FastifyInstance } from "fastify";
import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { z } from "zod";
import { callerOf } from "../../kernel/calls/actor.ts";
import { type GraphqlContext, requireOwnSite } from "../../kernel/calls/graphqlContext.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { parseInput, text } from "../../kernel/calls/parse.ts";
import type { ApiKeyWithSecret, ApiKeyServices } from "./commands.ts";
import { apiKey, apiKeyWithSecret } from "./entities.ts";
import { exchangeApiKey } from "./handover.ts";
import { apiKeysTag } from "./operations.ts";

// How a program fetches its key, which it calls without one.

const code = "Code from the page that created the key";
const verifier = "Text whose SHA-256 is the challenge";
const summary = "Exchange a code for its API key";
const description = "Works once. A wrong verifier deletes the key.";
const exchangeBody = z.object({ code: text.describe(code), verifier: text.describe(verifier) });

/** The exchange in REST. */
export function exchangeRoute(app: FastifyInstance, services: ApiKeyServices): void {
  app.post(
    "/api/keys/exchange",
    documented({
      id: "exchangeApiKey",
      tag: apiKeysTag,
      open: true,
      summary,
      description,
      body: exchangeBody,
      answer: { status: 201, is: apiKeyWithSecret.schema },
      failures: [400, 403],
    }),
    async (request, reply) => {
      const exchange = parseInput(exchangeBody, request.body);
      const { apiKey: made, key } = await exchangeApiKey(services, exchange, callerOf(request, "rest"));
      const [shown] = await apiKey.toRest(services, null, [made]);
      return reply
        .code(201)
        .header("cache-control", "no-store")
        .send({ success: true, message: "Here is the API key. It is shown this once.", data: { ...shown, key } });
    },
  );
}

/** The exchange in GraphQL. */
@Resolver()
export class ExchangeResolver {
  @Mutation(apiKeyWithSecret.graphql.returns, { description: `${summary}. ${description}` })
  async exchangeApiKey(
    @Ctx() context: GraphqlContext<ApiKeyServices>,
    @Arg("code", () => String, { description: code }) given: string,
    @Arg("verifier", () => String, { description: verifier }) proof: string,
  ): Promise<ApiKeyWithSecret> {
    requireOwnSite(context);
    return exchangeApiKey(context.services, { code: given, verifier: proof }, context.caller);
  }
}
