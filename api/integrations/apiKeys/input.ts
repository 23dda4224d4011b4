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
  name: text.describe("Name of the API key, at most 100 characters"),
  scopes: z
    .array(oneOf(keyScopes))
    .max(keyScopes.length * 2)
    .describe(
      `Permissions of the key: any of ${keyScopes.join(", ")}. A :write scope includes the :read scope, and links:write includes links:create`,
    ),
  expiresAt: moment.nullish().describe("Time when the key expires; null for never"),
  domain: optionalText.describe(
    "Host name of the domain whose links the key can access, empty for the default domain; null for all domains",
  ),
  groupId: optionalId.describe(
    "ID of the group whose links the key can access; null or blank for no restriction by group",
  ),
  tag: optionalText.describe("Name of the tag whose links the key can access; null or blank for no restriction by tag"),
  addresses: z
    .array(text)
    .max(limits.apiKeyNetworksMax * 2)
    .nullish()
    .describe("IP addresses, and networks in CIDR notation, from which the key can be used; all by default"),
  requestsPerMinute: z
    .int("Must be a whole number")
    .meta(within(1, limits.apiKeyRequestsPerMinuteMax))
    .nullish()
    .describe("Maximum requests per minute with the key; null for the limit of the account"),
});
export type ApiKeyInput = z.output<typeof newApiKey>;

export interface ParsedKey {
  readonly name: string;
  readonly scopes: KeyScope[];
  readonly expiresAt: Date | null;
  readonly networks: string[];
  readonly requestsPerMinute: number | null;
}

/** Validates the fields of a new key. Throws VALIDATION_ERROR. */
export function parseApiKey(given: ApiKeyInput, now: Date): ParsedKey {
  const problem = (field: string, message: string) => validationError([{ field, message }]);
  const name = given.name.trim().normalize("NFC");
  if (name === "") throw problem("name", "A name is required");
  if (name.length > limits.apiKeyNameMax)
    throw problem("name", `A name cannot exceed ${limits.apiKeyNameMax} characters`);
  if (!isPlainText(name)) throw problem("name", "The name contains control or invisible characters. Remove them.");
  const { expiresAt = null, requestsPerMinute = null } = given;
  if (expiresAt !== null && expiresAt <= now) throw problem("expiresAt", "Must be in the future");
  if (expiresAt !== null && expiresAt.getUTCFullYear() > 2099)
    throw problem("expiresAt", "Must be before the year 2100");
  const isCount = requestsPerMinute === null || (Number.isInteger(requestsPerMinute) && requestsPerMinute >= 1);
  if (!isCount || (requestsPerMinute ?? 0) > limits.apiKeyRequestsPerMinuteMax) {
    throw problem("requestsPerMinute", `Must be a whole number from 1 to ${limits.apiKeyRequestsPerMinuteMax}`);
  }
  const scopes = parseScopes(given.scopes);
  if (isBound(given) && !scopes.every(isBoundScope)) {
    throw problem(
      "scopes",
      "A key that is limited to some links can only have links:read, links:create, links:write and stats:read",
    );
  }
  return { name, scopes, expiresAt, requestsPerMinute, networks: parseNetworks(given.addresses ?? []) };
}

/** Returns whether the key is limited to some links. */
export function isBound({ domain, groupId, tag }: ApiKeyInput): boolean {
  return domain !== undefined && domain !== null ? true : Boolean(groupId) || Boolean(tag);
}

function parseScopes(given: readonly string[]): KeyScope[] {
  const scopes = [...new Set(given)].map((scope) => {
    if (isKeyScope(scope)) return scope;
    throw validationError([{ field: "scopes", message: `Must contain only ${keyScopes.join(", ")}` }]);
  });
  if (scopes.length === 0) throw validationError([{ field: "scopes", message: "Provide at least one scope" }]);
  return keyScopes.filter((scope) => scopes.includes(scope));
}

function parseNetworks(given: readonly string[]): string[] {
  const max = limits.apiKeyNetworksMax;
  if (given.length > max)
    throw validationError([{ field: "addresses", message: `Must contain at most ${max} addresses` }]);
  const networks = given.flatMap((text) => {
    const parsed = text.length > 64 || text.includes(",") ? null : cidrList.safeParse(text);
    if (parsed?.data?.length === 1) return parsed.data;
    throw validationError([
      { field: "addresses", message: "Must contain only IP addresses and networks such as 203.0.113.0/24" },
    ]);
  });
  const isWhole = ({ prefix, family }: Cidr) => prefix === (family === "ipv4" ? 32 : 128);
  return [...new Set(networks.map((one) => (isWhole(one) ? one.address : `${one.address}/${one.prefix}`)))];
}
