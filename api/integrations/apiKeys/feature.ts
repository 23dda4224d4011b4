import type { Feature } from "../../kernel/calls/feature.ts";
import { apiKeyAnswers } from "./answers.ts";
import { ApiKeyFields, ApiKeyResolvers } from "./resolvers.ts";
import { apiKeyRoutes } from "./rest.ts";
import { ApiKeyRow } from "./row.ts";
import type { ApiKeyServices } from "./services.ts";

/** API keys: what programs show in place of a session. */
export const apiKeys: Feature<ApiKeyServices> = {
  entities: [ApiKeyRow],
  resolvers: [ApiKeyResolvers, ApiKeyFields],
  routes: apiKeyRoutes,
  answers: apiKeyAnswers,
};
