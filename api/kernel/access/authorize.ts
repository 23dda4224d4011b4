import { isKeyScope } from "@hoplog/schema/apiKeys/scopes.js";
import { HoplogError, notFoundError } from "@hoplog/schema/errors.js";
import { isWithin, type LinkBounds, type LinkPlaces } from "./linkBounds.ts";
import { type Permission, permissionsOf, type Role } from "./permissions.ts";

/** The part of a request's sender that decides what is allowed. */
export interface Principal {
  /** Id of the user; null for operators, visitors and the system. */
  readonly userId: string | null;
  /** The workspace of the request; null for operators and the system, who may access all workspaces. */
  readonly workspaceId: string | null;
  readonly role: Role;
  /** Permissions of the role; a credential may have fewer. */
  readonly permissions: ReadonlySet<Permission>;
  /** The only shared page that a visitor may access; missing for other roles. */
  readonly shareId?: string;
  /** The only links that the credential may access; missing if it may access all links of the workspace. */
  readonly within?: LinkBounds;
  /** Called with a permission that is refused because of the credential, which may be in the wrong hands. */
  readonly onRefused?: (permission: Permission) => void;
}

/**
 * The requested resource. `workspaceId` is that of its owner, and null if the resource does not exist, because callers
 * of other workspaces must not notice a difference.
 */
export type Resource =
  | { readonly type: "workspace"; readonly workspaceId: string }
  /** `places` is missing if they were not read: a credential restricted to some links may then not access the link. */
  | { readonly type: "link"; readonly workspaceId: string | null; readonly places?: LinkPlaces | undefined }
  | { readonly type: "group"; readonly workspaceId: string | null; readonly id?: string }
  | {
      readonly type:
        | "tag"
        | "domain"
        | "report"
        | "alarm"
        | "note"
        | "query"
        | "preset"
        | "export"
        | "link job"
        | "import"
        | "key"
        | "webhook"
        | "conversion";
      readonly workspaceId: string | null;
    }
  | { readonly type: "share"; readonly workspaceId: string | null; readonly id: string }
  | { readonly type: "account"; readonly userId: string | null }
  /** A resource of the whole installation: only the role decides. */
  | { readonly type: "installation" };

const names = {
  workspace: "Workspace",
  link: "Link",
  group: "Group",
  tag: "Tag",
  domain: "Domain",
  report: "Report",
  alarm: "Alarm",
  note: "Note",
  share: "Share",
  query: "Query",
  preset: "Preset",
  export: "Export",
  "link job": "Job",
  import: "Import",
  key: "Key",
  webhook: "Webhook",
  conversion: "Conversion",
  account: "User",
  installation: "Workspace",
} as const;

/**
 * Checks a permission on a resource; the only function that decides about access. Throws NOT_FOUND_ERROR if the
 * resource does not exist, belongs to another workspace or user, or is a link outside `within`. Throws
 * AUTHORIZATION_ERROR if the role or credential lacks the permission, or `within` does not cover the resource.
 */
export function authorize(principal: Principal, permission: Permission, resource: Resource): void {
  if (!isReached(principal, resource)) throw notFoundError(names[resource.type]);
  const { permissions, within, onRefused } = principal;
  if (!permissions.has(permission)) {
    onRefused?.(permission);
    throw new HoplogError("AUTHORIZATION_ERROR", onRefused ? lacking(permission) : "You are not allowed to do this.");
  }
  if (within && !isOfLinks(resource, within)) {
    onRefused?.(permission);
    throw new HoplogError(
      "AUTHORIZATION_ERROR",
      "This API key is restricted to some links, and this call needs access beyond them. Use a key without this restriction.",
    );
  }
}

/** Returns whether a permission is granted, for optional parts that are omitted without it. Checks no resource. */
export function isAllowed({ permissions }: Pick<Principal, "permissions">, permission: Permission): boolean {
  return permissions.has(permission);
}

function lacking(permission: Permission): string {
  return isKeyScope(permission)
    ? `This API key lacks the scope ${permission}.`
    : "API keys can't be used for this call. Sign in instead.";
}

function isReached({ userId, workspaceId, role, shareId, within }: Principal, resource: Resource): boolean {
  if (role === "visitor") return resource.type === "share" && resource.workspaceId !== null && resource.id === shareId;
  if (resource.type === "installation") return true;
  const id = resource.type === "account" ? resource.userId : resource.workspaceId;
  if (id === null) return false;
  if (role === "operator" || role === "system") return true;
  if (id !== (resource.type === "account" ? userId : workspaceId)) return false;
  const isOutside = within && resource.type === "link" && resource.places && !isWithin(within, resource.places);
  return !isOutside;
}

/**
 * Returns whether the resource is a link whose places were read, a group that links within the bounds may be in, or an
 * account.
 */
function isOfLinks(resource: Resource, { groupId }: LinkBounds): boolean {
  if (resource.type === "link") return resource.places !== undefined;
  return resource.type === "account" || (resource.type === "group" && (groupId === null || resource.id === groupId));
}

export type Member = Principal & { readonly userId: string; readonly workspaceId: string };

/**
 * Authorizes a permission in the member's own workspace, and returns the workspace's id, the `ownerId` of its
 * resources.
 */
export function authorizeOwn(member: Member, permission: Permission): string {
  const { workspaceId } = member;
  authorize(member, permission, { type: "workspace", workspaceId });
  return workspaceId;
}

/**
 * Like {@link authorizeOwn} for links of the workspace, also for credentials restricted to some links. The caller must
 * protect the other links, by authorizing each link or by filtering with `within`.
 */
export function authorizeLinks(member: Member, permission: LinkPermission): string {
  const { within: _, ...unbound } = member;
  return authorizeOwn(unbound, permission);
}

/**
 * Throws AUTHORIZATION_ERROR for a change after which the credential could no longer access the link. Absent fields are
 * not changed.
 */
export function authorizeMove({ within }: Principal, to: LinkMove): void {
  if (!within) return;
  const { domain = within.domain, groupId = within.groupId, tagIds } = to;
  const leaves =
    (within.domain !== null && domain !== within.domain) ||
    (within.groupId !== null && groupId !== within.groupId) ||
    (within.tagId !== null && tagIds?.includes(within.tagId) === false);
  if (leaves)
    throw new HoplogError(
      "AUTHORIZATION_ERROR",
      "This API key can't move a link out of the links that it is restricted to.",
    );
}

interface LinkMove {
  readonly domain?: number | undefined;
  readonly groupId?: string | null | undefined;
  readonly tagIds?: readonly string[] | undefined;
}

type LinkPermission = Extract<Permission, "links:read" | "links:create" | "links:write" | "stats:read">;

/** Authorizes showing links that the member may read or has just created. Returns the workspace id. */
export function authorizeDisplay(member: Member): string {
  return authorizeLinks(member, shownPermission(member));
}

/**
 * Returns the permission that showing links requires: `links:create` for members who may create links but not read
 * them, because they see the links that they create; otherwise `links:read`.
 */
export function shownPermission({ permissions }: Member): "links:read" | "links:create" {
  return permissions.has("links:create") && !permissions.has("links:read") ? "links:create" : "links:read";
}

/**
 * Returns the member with all permissions of the role, because an export contains the whole account, even with a
 * credential that has no other permission.
 */
export function authorizeExport(member: Member): Member {
  authorizeAccount(member, "export");
  return { ...member, permissions: permissionsOf(member.role) };
}

/** Authorizes a permission on the member's own account, and returns its id. */
export function authorizeAccount(member: Member, permission: Permission): string {
  const { userId } = member;
  authorize(member, permission, { type: "account", userId });
  return userId;
}
