import { type Permission, permissionsOf, type Role } from "./permissions.ts";

/** What a user is in a workspace; null for one that isn't there, or isn't the user's. */
export type Membership = (
  userId: string,
  workspaceId: string,
) => { readonly role: Role; readonly permissions: ReadonlySet<Permission> } | null;

const asOwner = { role: "owner", permissions: permissionsOf("owner") } as const;

/** The workspace that a call is about: the one that it asks for, or the credential's own. Null where a key asks for another one. */
export function workspaceOf(asked: string | undefined, own: string, isFixed: boolean): string | null {
  const workspaceId = asked?.trim().toLowerCase() ?? own;
  return isFixed && workspaceId !== own ? null : workspaceId;
}

/** Everybody has one workspace, with the id of the account. */
export const personalWorkspaces: Membership = (userId, workspaceId) => (userId === workspaceId ? asOwner : null);
