/**
 * What an API key may be allowed, by resource and action. `…:write` includes `…:read`; `links:write` includes
 * `links:create`, which alone makes links and reads none. No key changes its account or makes keys.
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

/** What a key may be allowed that reaches the links of one domain, group or tag alone. */
export const boundScopes = ["links:read", "links:create", "links:write", "stats:read"] as const satisfies KeyScope[];

export function isKeyScope(text: string): text is KeyScope {
  return keyScopes.some((scope) => scope === text);
}

export function isBoundScope(scope: KeyScope): boolean {
  return boundScopes.some((bound) => bound === scope);
}
