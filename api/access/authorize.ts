import { HoplogError, notFoundError } from "@hoplog/schema/errors.js";
import type { Permission, Role } from "./permissions.ts";

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
}

/**
 * What is requested. `workspaceId` is whose it is, and null for what isn't there: to somebody else the two are the same.
 */
export type Resource =
  | { readonly type: "workspace"; readonly workspaceId: string }
  | {
      readonly type:
        | "link"
        | "group"
        | "tag"
        | "domain"
        | "report"
        | "alarm"
        | "note"
        | "query"
        | "preset"
        | "export"
        | "link job"
        | "webhook"
        | "import";
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
  webhook: "Webhook",
  account: "User",
  installation: "Workspace",
} as const;

/**
 * The one place that decides what somebody may do. Throws NOT_FOUND_ERROR for what isn't there and for what is
 * another's, and AUTHORIZATION_ERROR for what one's role or credential doesn't allow.
 */
export function authorize(principal: Principal, permission: Permission, resource: Resource): void {
  if (!isReached(principal, resource)) throw notFoundError(names[resource.type]);
  if (!principal.permissions.has(permission)) {
    throw new HoplogError("AUTHORIZATION_ERROR", "You are not allowed to do this.");
  }
}

function isReached({ userId, workspaceId, role, shareId }: Principal, resource: Resource): boolean {
  if (role === "visitor") return resource.type === "share" && resource.workspaceId !== null && resource.id === shareId;
  if (resource.type === "installation") return true;
  const id = resource.type === "account" ? resource.userId : resource.workspaceId;
  if (id === null) return false;
  if (role === "operator" || role === "system") return true;
  return id === (resource.type === "account" ? userId : workspaceId);
}

/** A user of a workspace. */
export type Member = Principal & { readonly userId: string; readonly workspaceId: string };

/** Authorizes something of the member's own workspace, and gives its id: the `ownerId` of all that lies in it. */
export function authorizeOwn(member: Member, permission: Permission): string {
  const { workspaceId } = member;
  authorize(member, permission, { type: "workspace", workspaceId });
  return workspaceId;
}

/** Authorizes something of the member's own account, and gives its id. */
export function authorizeAccount(member: Member, permission: Permission): string {
  const { userId } = member;
  authorize(member, permission, { type: "account", userId });
  return userId;
}
