import type { Member } from "../kernel/access/authorize.ts";
import { permissionsOf } from "../kernel/access/permissions.ts";

/** Returns the user with this id as a member of the user's own workspace. */
export function ownerOf(userId: string): Member {
  return { userId, workspaceId: userId, role: "owner", permissions: permissionsOf("owner") };
}
