import { describe, expect, it } from "vitest";
import { authorize, authorizeAccount, authorizeOwn, type Principal, type Resource } from "./authorize.ts";
import { type Permission, permissions, permissionsOf, type Role, roles } from "./permissions.ts";

const own = "01900000-0000-7000-8000-000000000001";
const other = "01900000-0000-7000-8000-000000000002";

const as = (role: Role) => ({ role, permissions: permissionsOf(role) });
const owner = { userId: own, workspaceId: own, ...as("owner") } as const;
const operator: Principal = { userId: null, workspaceId: null, ...as("operator") };
/** A credential with fewer permissions than its owner's role, such as an API key. */
const reader = { ...owner, permissions: new Set<Permission>(["links:read"]) };

const outcomeOf = (principal: Principal, permission: Permission, resource: Resource): string => {
  try {
    authorize(principal, permission, resource);
    return "allowed";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const page = "01900000-0000-7000-8000-000000000003";
/** A visitor who opened a shared page. */
const visitor: Principal = { userId: null, workspaceId: own, ...as("visitor"), shareId: page };

const denied = "You are not allowed to do this.";

describe("what somebody may do", () => {
  it.each<[string, Principal, Permission, Resource, string]>([
    ["an owner", owner, "links:write", { type: "workspace", workspaceId: own }, "allowed"],
    ["an owner", owner, "links:write", { type: "link", workspaceId: own }, "allowed"],
    ["an owner", owner, "groups:write", { type: "group", workspaceId: own }, "allowed"],
    ["an owner", owner, "account:delete", { type: "account", userId: own }, "allowed"],
    ["an owner", owner, "links:read", { type: "link", workspaceId: other }, "Link not found"],
    ["an owner", owner, "links:read", { type: "link", workspaceId: null }, "Link not found"],
    ["an owner", owner, "groups:read", { type: "group", workspaceId: other }, "Group not found"],
    ["an owner", owner, "groups:read", { type: "group", workspaceId: null }, "Group not found"],
    ["an owner", owner, "stats:read", { type: "workspace", workspaceId: other }, "Workspace not found"],
    ["an owner", owner, "account:read", { type: "account", userId: other }, "User not found"],
    ["an owner", owner, "links:ban", { type: "link", workspaceId: own }, denied],
    ["an owner", owner, "account:ban", { type: "account", userId: own }, denied],
    ["an owner", owner, "audit:read", { type: "workspace", workspaceId: own }, denied],
    ["a narrower credential", reader, "links:read", { type: "link", workspaceId: own }, "allowed"],
    ["a narrower credential", reader, "links:write", { type: "link", workspaceId: own }, denied],
    // A caller without permission does not learn whether the resource exists.
    ["a narrower credential", reader, "links:write", { type: "link", workspaceId: other }, "Link not found"],
    ["a visitor", visitor, "shares:visit", { type: "share", workspaceId: own, id: page }, "allowed"],
    ["a visitor", visitor, "shares:visit", { type: "share", workspaceId: own, id: other }, "Share not found"],
    ["a visitor", visitor, "shares:visit", { type: "share", workspaceId: null, id: page }, "Share not found"],
    ["a visitor", visitor, "shares:read", { type: "share", workspaceId: own, id: page }, denied],
    ["a visitor", visitor, "stats:read", { type: "workspace", workspaceId: own }, "Workspace not found"],
    ["a visitor", visitor, "links:read", { type: "link", workspaceId: own }, "Link not found"],
    ["an owner", owner, "shares:visit", { type: "share", workspaceId: own, id: page }, denied],
    ["an owner", owner, "shares:write", { type: "share", workspaceId: other, id: page }, "Share not found"],
    ["an operator", operator, "links:ban", { type: "link", workspaceId: other }, "allowed"],
    ["an operator", operator, "account:ban", { type: "account", userId: other }, "allowed"],
    ["an operator", operator, "links:ban", { type: "link", workspaceId: null }, "Link not found"],
    ["an operator", operator, "account:ban", { type: "account", userId: null }, "User not found"],
    ["an operator", operator, "audit:read", { type: "installation" }, "allowed"],
    ["an owner", owner, "audit:read", { type: "installation" }, denied],
    ["an operator", operator, "links:write", { type: "link", workspaceId: other }, denied],
    ["an operator", operator, "export", { type: "workspace", workspaceId: other }, denied],
  ])("%s %#: %o asks for %s", (_who, principal, permission, resource, outcome) => {
    expect(outcomeOf(principal, permission, resource)).toBe(outcome);
  });

  it("gives the ids that belong to the question", () => {
    const guest = { ...owner, workspaceId: other };
    expect([authorizeOwn(guest, "links:read"), authorizeAccount(guest, "account:read")]).toEqual([other, own]);
    expect(() => authorizeOwn(reader, "export")).toThrow(denied);
    expect(() => authorizeAccount(reader, "account:read")).toThrow(denied);
  });

  it("is granted by some role, each of it", () => {
    const granted = new Set<Permission>(Object.values(roles).flat());
    expect(permissions.filter((permission) => !granted.has(permission))).toEqual([]);
  });
});
