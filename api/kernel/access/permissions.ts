/** All permissions that commands and queries require. */
export const permissions = [
  "links:read",
  "links:create",
  "links:write",
  "links:ban",
  "links:list",
  "links:make-way",
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
  "webhooks:read",
  "webhooks:write",
  "clickRetention:read",
  "clickRetention:write",
  "conversions:read",
  "conversions:write",
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
  "keys:read",
  "keys:write",
  "outlets:read",
  "outlets:write",
  "export",
  "audit:read",
  "blocklist:read",
  "blocklist:write",
  "leases:read",
  "leases:write",
  "misses:read",
  "limits:read",
  "limits:write",
] as const;

export type Permission = (typeof permissions)[number];

/** Roles in a workspace or in the whole installation. To add a role, add an entry. */
export const roles = {
  /** The role of the user who owns the workspace. */
  owner: [
    "links:read",
    "links:create",
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
    "webhooks:read",
    "webhooks:write",
    "clickRetention:read",
    "clickRetention:write",
    "conversions:read",
    "conversions:write",
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
    "keys:read",
    "keys:write",
    "outlets:read",
    "outlets:write",
    "export",
  ],
  /** Runs the installation, with shell access to its host; no call over the network gets this role. */
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
    "limits:read",
    "limits:write",
  ],
  /** A visitor with the secret URL of a shared page, who may view only that page. */
  visitor: ["shares:visit"],
  /** Background work, without a user. */
  system: ["links:list", "links:make-way"],
} as const satisfies Readonly<Record<string, readonly Permission[]>>;

export type Role = keyof typeof roles;

export function permissionsOf(role: Role): ReadonlySet<Permission> {
  return new Set(roles[role]);
}

/**
 * Returns the role and permissions of a user in a workspace; null if the workspace does not exist or is not the user's.
 */
export type Membership = (
  userId: string,
  workspaceId: string,
) => { readonly role: Role; readonly permissions: ReadonlySet<Permission> } | null;

const asOwner = { role: "owner", permissions: permissionsOf("owner") } as const;

/**
 * Returns the workspace of a call: the requested one, or the credential's own. Null if an API key requests another one.
 */
export function workspaceOf(asked: string | undefined, own: string, isFixed: boolean): string | null {
  const workspaceId = asked?.trim().toLowerCase() ?? own;
  return isFixed && workspaceId !== own ? null : workspaceId;
}

/** Gives every user one workspace, with the id of the account. */
export const personalWorkspaces: Membership = (userId, workspaceId) => (userId === workspaceId ? asOwner : null);
