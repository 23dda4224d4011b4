import type { Member } from "../kernel/access/authorize.ts";
import { permissionsOf } from "../kernel/access/permissions.ts";

/** The user of this id in the workspace that is the user's own. */
export function ownerOf(userId: string): Member {
  return { userId, workspaceId: userId, role: "owner", permissions: permissionsOf("owner") };
}
