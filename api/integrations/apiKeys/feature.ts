import type { Feature } from "../../kernel/calls/feature.ts";
import { apiKeyFaces } from "./operations.ts";
import { ApiKeyRow } from "./row.ts";
import type { ApiKeyServices } from "./commands.ts";

/** API keys: credentials for programs. */
export const apiKeys: Feature<ApiKeyServices> = { entities: [ApiKeyRow], ...apiKeyFaces };
