/** All that can be allowed: every command and query names one of these when it is authorized. */
export const permissions = [
  "links:read",
  "links:write",
  "links:ban",
  "links:list",
  "groups:read",
  "groups:write",
  "tags:read",
  "tags:write",
  "domains:read",
  "domains:write",
  "stats:read",
  "bots:read",
  "bots:write",
  "reports:read",
  "reports:write",
  "alarms:read",
  "alarms:write",
  "clickExports:read",
  "clickExports:write",
  "clickRetention:read",
  "clickRetention:write",
  "notes:read",
  "notes:write",
  "shares:read",
  "shares:write",
  "shares:visit",
  "account:read",
  "account:write",
  "account:ban",
  "account:delete",
  "sql:read",
  "sql:write",
  "sql:run",
  "queries:read",
  "queries:write",
  "export",
  "audit:read",
  "blocklist:read",
  "blocklist:write",
  "leases:read",
  "leases:write",
  "misses:read",
] as const;

export type Permission = (typeof permissions)[number];

/** What somebody is in a workspace, or of the whole installation. Another role is one more entry. */
export const roles = {
  /** Has the workspace. */
  owner: [
    "links:read",
    "links:write",
    "groups:read",
    "groups:write",
    "tags:read",
    "tags:write",
    "domains:read",
    "domains:write",
    "stats:read",
    "bots:read",
    "bots:write",
    "reports:read",
    "reports:write",
    "alarms:read",
    "alarms:write",
    "clickExports:read",
    "clickExports:write",
    "clickRetention:read",
    "clickRetention:write",
    "notes:read",
    "notes:write",
    "shares:read",
    "shares:write",
    "account:read",
    "account:write",
    "account:delete",
    "sql:read",
    "sql:write",
    "sql:run",
    "queries:read",
    "queries:write",
    "export",
  ],
  /** Runs the installation, on its own machine; no call over the network gets this role. */
  operator: [
    "links:read",
    "links:ban",
    "account:read",
    "account:ban",
    "audit:read",
    "blocklist:read",
    "blocklist:write",
    "leases:read",
    "leases:write",
    "misses:read",
  ],
  /** Came by the secret address of one shared page, which is all that is reached. */
  visitor: ["shares:visit"],
  /** What runs beside calls, for nobody. */
  system: ["links:list"],
} as const satisfies Readonly<Record<string, readonly Permission[]>>;

export type Role = keyof typeof roles;

export function permissionsOf(role: Role): ReadonlySet<Permission> {
  return new Set(roles[role]);
}
