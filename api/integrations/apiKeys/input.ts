import { isPlainText } from "@hoplog/schema/validation/plainText.js";
import { type Cidr, cidrList } from "@hoplog/platform/env/pieces.js";
import { isBoundScope, isKeyScope, type KeyScope, keyScopes } from "@hoplog/schema/apiKeys/scopes.js";
import { validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { z } from "zod";
import { oneOf, optionalId, optionalText, text, within } from "../../kernel/contract/parse.ts";
import { input } from "../../kernel/contract/entity.ts";
import { moment } from "../../kernel/contract/values.ts";

export const newApiKey = input("CreateApiKeyInput", "A new API key", {
  name: text.describe("Name for its owner, at most 100 characters"),
  scopes: z
    .array(oneOf(keyScopes))
    .max(keyScopes.length * 2)
    .describe(`Any of ${keyScopes.join(", ")}; :write includes :read, links:write includes links:create`),
  expiresAt: moment.nullish().describe("Expiry time; null for never"),
  domain: optionalText.describe("Only links of this host, empty for the default domain; null for links of all domains"),
  groupId: optionalId.describe("Only links of this group"),
  tag: optionalText.describe("Only links with this tag"),
  addresses: z
    .array(text)
    .max(limits.apiKeyNetworksMax * 2)
    .nullish()
    .describe("Addresses, and networks in CIDR notation, that may use the key; all by default"),
  requestsPerMinute: z
    .int("Must be a whole number")
    .meta(within(1, limits.apiKeyRequestsPerMinuteMax))
    .nullish()
    .describe("Limit of the key; null for the limit of the account"),
});
export type ApiKeyInput = z.output<typeof newApiKey>;

export interface ParsedKey {
  readonly name: string;
  readonly scopes: KeyScope[];
  readonly expiresAt: Date | null;
  readonly networks: string[];
  readonly requestsPerMinute: number | null;
}

/** Throws VALIDATION_ERROR. */
export function parseApiKey(given: ApiKeyInput, now: Date): ParsedKey {
  const problem = (field: string, message: string) => validationError([{ field, message }]);
  const name = given.name.trim().normalize("NFC");
  if (name === "") throw problem("name", "A name is required");
  if (name.length > limits.apiKeyNameMax)
    throw problem("name", `A name cannot exceed ${limits.apiKeyNameMax} characters`);
  if (!isPlainText(name)) throw problem("name", "A name is one line of text");
  const { expiresAt = null, requestsPerMinute = null } = given;
  if (expiresAt !== null && expiresAt <= now) throw problem("expiresAt", "Must be in the future");
  if (expiresAt !== null && expiresAt.getUTCFullYear() > 2099)
    throw problem("expiresAt", "Must be before the year 2100");
  const isCount = requestsPerMinute === null || (Number.isInteger(requestsPerMinute) && requestsPerMinute >= 1);
  if (!isCount || (requestsPerMinute ?? 0) > limits.apiKeyRequestsPerMinuteMax) {
    throw problem("requestsPerMinute", `Must be 1 to ${limits.apiKeyRequestsPerMinuteMax}`);
  }
  const scopes = parseScopes(given.scopes);
  if (isBound(given) && !scopes.every(isBoundScope)) {
    throw problem("scopes", "A key for some links alone can have links:read, links:create, links:write and stats:read");
  }
  return { name, scopes, expiresAt, requestsPerMinute, networks: parseNetworks(given.addresses ?? []) };
}

/** Whether the key is limited to some links. */
export function isBound({ domain, groupId, tag }: ApiKeyInput): boolean {
  return domain !== undefined && domain !== null ? true : Boolean(groupId) || Boolean(tag);
}

function parseScopes(given: readonly string[]): KeyScope[] {
  const scopes = [...new Set(given)].map((scope) => {
    if (isKeyScope(scope)) return scope;
    throw validationError([{ field: "scopes", message: `Each is one of ${keyScopes.join(", ")}` }]);
  });
  if (scopes.length === 0) throw validationError([{ field: "scopes", message: "Choose at least one scope" }]);
  return keyScopes.filter((scope) => scopes.includes(scope));
}

function parseNetworks(given: readonly string[]): string[] {
  const max = limits.apiKeyNetworksMax;
  if (given.length > max) throw validationError([{ field: "addresses", message: `At most ${max} addresses` }]);
  const networks = given.flatMap((text) => {
    const parsed = text.length > 64 || text.includes(",") ? null : cidrList.safeParse(text);
    if (parsed?.data?.length === 1) return parsed.data;
    throw validationError([{ field: "addresses", message: "Each is an address or a network such as 203.0.113.0/24" }]);
  });
  const isWhole = ({ prefix, family }: Cidr) => prefix === (family === "ipv4" ? 32 : 128);
  return [...new Set(networks.map((one) => (isWhole(one) ? one.address : `${one.address}/${one.prefix}`)))];
}
