import { expect } from "vitest";
import { includedIn, type Needs } from "../../kernel/access/needs.ts";
import {
  type Membership,
  type Permission,
  permissions as all,
  permissionsOf,
} from "../../kernel/access/permissions.ts";
import type { Answered, Send } from "./walk.ts";

/** Gives users all permissions, and records which ones are checked. */
export function recordPermissions() {
  const asked = new Set<Permission>();
  const permissions = new Set(permissionsOf("owner"));
  const has = permissions.has.bind(permissions);
  permissions.has = (permission) => {
    asked.add(permission);
    return has(permission);
  };
  const membership: Membership = (userId, workspaceId) =>
    userId === workspaceId ? { role: "owner", permissions } : null;
  return {
    membership,
    /**
     * Wraps `send`, and expects that calls check only declared permissions, and that successful calls check all of
     * them.
     */
    holding<Request>(needs: Needs, send: Send<Request>, isWhole = true): Send<Request> {
      return async (...request): Promise<Answered> => {
        asked.clear();
        const answer = await send(...request);
        const found = [...asked];
        if (isWhole) expect(found.filter((permission) => !declaredBy(needs).has(permission))).toEqual([]);
        if (answer.outcome === "ok") expect(found).toEqual(expect.arrayContaining([...(needs.needs ?? [])]));
        return answer;
      };
    },
  };
}

/**
 * Returns the permissions that may be checked according to a declaration. Users may see a link because they may read
 * links or created it, so a check of one of the two permissions is allowed.
 */
function declaredBy({ needs = [], mayNeed = {} }: Needs): ReadonlySet<Permission> {
  const declared = [...needs, ...all.filter((permission) => permission in mayNeed)];
  const included = new Set(declared.flatMap((permission) => [permission, ...includedIn(permission)]));
  const showsLinks = included.has("links:read") || included.has("links:create");
  return showsLinks ? new Set([...included, "links:read", "links:create"]) : included;
}
