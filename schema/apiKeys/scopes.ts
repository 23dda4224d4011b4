/**
 * The permissions that an API key can have, by resource and action. `…:write` includes `…:read`; `links:write` includes
 * `links:create`, which only creates links and reads none. No key can change its account or create keys.
 */
export const keyScopes = [
  "links:read",
  "links:create",
  "links:write",
  "stats:read",
  "groups:read",
  "groups:write",
  "tags:read",
  "tags:write",
  "domains:read",
  "domains:write",
  "conversions:read",
  "conversions:write",
  "notes:read",
  "notes:write",
  "bots:read",
  "bots:write",
  "alarms:read",
  "alarms:write",
  "reports:read",
  "reports:write",
  "shares:read",
  "shares:write",
  "clickExports:read",
  "clickExports:write",
  "clickRetention:read",
  "clickRetention:write",
  "webhooks:read",
  "webhooks:write",
  "queries:read",
  "queries:write",
  "sql:run",
  "export",
  "account:read",
] as const;

export type KeyScope = (typeof keyScopes)[number];

/** The permissions of a key that is restricted to the links of one domain, group or tag. */
export const boundScopes = ["links:read", "links:create", "links:write", "stats:read"] as const satisfies KeyScope[];

export function isKeyScope(text: string): text is KeyScope {
  return keyScopes.some((scope) => scope === text);
}

export function isBoundScope(scope: KeyScope): boolean {
  return boundScopes.some((bound) => bound === scope);
}
