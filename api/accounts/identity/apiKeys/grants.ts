import type { KeyScope } from "@hoplog/schema/apiKeys/scopes.js";
import { type Permission, permissions } from "../../../kernel/access/permissions.ts";

/** What scopes allow: `…:write` includes `…:read`, and `links:write` the making of links. */
export function permissionsOfScopes(scopes: readonly KeyScope[]): ReadonlySet<Permission> {
  return new Set(scopes.flatMap((scope) => [scope, ...includedIn(scope)]));
}

function includedIn(scope: KeyScope): readonly Permission[] {
  if (scope === "links:write") return ["links:read", "links:create"];
  const read = scope.replace(/:write$/, ":read");
  return permissions.filter((permission) => permission === read);
}
