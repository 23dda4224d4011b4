import { isKeyScope } from "@hoplog/schema/apiKeys/scopes.js";
import { HoplogError, notFoundError } from "@hoplog/schema/errors.js";
import { isWithin, type LinkBounds, type LinkPlaces } from "./linkBounds.ts";
import { type Permission, permissionsOf, type Role } from "./permissions.ts";

/** Who sends a request, as far as it decides what is allowed. */
export interface Principal {
  /** Null for an operator and the system. */
  readonly userId: string | null;
  /** The workspace that the request is about; null for an operator and the system, who are in none and reach all. */
  readonly workspaceId: string | null;
  readonly role: Role;
  /** What the role allows; a credential may allow less. */
  readonly permissions: ReadonlySet<Permission>;
  /** The one thing that a visitor reaches; of others it is missing. */
  readonly shareId?: string;
  /** The only links that the credential reaches; without it all of the workspace. */
  readonly within?: LinkBounds;
  /** Gets what is refused because of the credential, which somebody else may be using. */
  readonly onRefused?: (permission: Permission) => void;
}

/**
 * What is requested. `workspaceId` is whose it is, and null for what isn't there: to somebody else the two are the same.
 */
export type Resource =
  | { readonly type: "workspace"; readonly workspaceId: string }
  /** `places` are missing where nobody has looked: who reaches some links alone doesn't reach it then. */
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
  /** What belongs to all: a role alone decides. */
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
 * The one place that decides what somebody may do. Throws NOT_FOUND_ERROR for what isn't there and for what is
 * another's, and AUTHORIZATION_ERROR for what one's role or credential doesn't allow.
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
      "This API key reaches some links alone: this is about more than those.",
    );
  }
}

/** For what is shown beside something else, and left out for who isn't allowed it. Says nothing of any resource. */
export function isAllowed({ permissions }: Pick<Principal, "permissions">, permission: Permission): boolean {
  return permissions.has(permission);
}

function lacking(permission: Permission): string {
  return isKeyScope(permission) ? `This API key lacks the scope ${permission}.` : "No API key is allowed to do this.";
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

/** Whether it is a link that somebody has looked at, a group that such a link may be in, or one's favourites. */
function isOfLinks(resource: Resource, { groupId }: LinkBounds): boolean {
  if (resource.type === "link") return resource.places !== undefined;
  return resource.type === "account" || (resource.type === "group" && (groupId === null || resource.id === groupId));
}

/** A user of a workspace. */
export type Member = Principal & { readonly userId: string; readonly workspaceId: string };

/** Authorizes something of the member's own workspace, and gives its id: the `ownerId` of all that lies in it. */
export function authorizeOwn(member: Member, permission: Permission): string {
  const { workspaceId } = member;
  authorize(member, permission, { type: "workspace", workspaceId });
  return workspaceId;
}

/**
 * As {@link authorizeOwn} for links of the workspace, also for who reaches some of them alone: the caller sees to it that
 * nothing is done with others, each link being authorized by itself or all narrowed by `within`.
 */
export function authorizeLinks(member: Member, permission: LinkPermission): string {
  const { within: _, ...unbound } = member;
  return authorizeOwn(unbound, permission);
}

/** Throws AUTHORIZATION_ERROR for a change that would take a link out of the credential's reach. What is absent stays. */
export function authorizeMove({ within }: Principal, to: LinkMove): void {
  if (!within) return;
  const { domain = within.domain, groupId = within.groupId, tagIds } = to;
  const leaves =
    (within.domain !== null && domain !== within.domain) ||
    (within.groupId !== null && groupId !== within.groupId) ||
    (within.tagId !== null && tagIds?.includes(within.tagId) === false);
  if (leaves) throw new HoplogError("AUTHORIZATION_ERROR", "This API key can't take a link out of its reach.");
}

interface LinkMove {
  readonly domain?: number | undefined;
  readonly groupId?: string | null | undefined;
  readonly tagIds?: readonly string[] | undefined;
}

type LinkPermission = Extract<Permission, "links:read" | "links:create" | "links:write" | "stats:read">;

/** For what is shown of links that the member may read, or has just made. Gives the workspace. */
export function authorizeShown(member: Member): string {
  return authorizeLinks(member, shownPermission(member));
}

/** Who makes a link is shown it, without being allowed to read others. */
export function shownPermission({ permissions }: Member): "links:read" | "links:create" {
  return permissions.has("links:create") && !permissions.has("links:read") ? "links:create" : "links:read";
}

/** Who may export an account may read all of it for that, also with a credential that allows nothing else. */
export function authorizeExport(member: Member): Member {
  authorizeAccount(member, "export");
  return { ...member, permissions: permissionsOf(member.role) };
}

/** Authorizes something of the member's own account, and gives its id. */
export function authorizeAccount(member: Member, permission: Permission): string {
  const { userId } = member;
  authorize(member, permission, { type: "account", userId });
  return userId;
}
