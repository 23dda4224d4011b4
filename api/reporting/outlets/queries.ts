import { notFoundError } from "@hoplog/schema/errors.js";
import type { OutletKind } from "@hoplog/schema/outlets.js";
import { authorizeOwn, type Member } from "../../kernel/access/authorize.ts";
import type { Clock } from "../../kernel/calls/capabilities.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import { type Outlet, outletsOfWorkspace } from "../../accounts/outlets/listed.ts";

/** Returns the workspace's outlets, newest first. */
export async function listOutlets({ reads, now }: Reads & Clock, member: Member): Promise<Outlet[]> {
  const ownerId = authorizeOwn(member, "outlets:read");
  return readRows<Outlet>(reads, outletsOfWorkspace(ownerId, now()));
}

/** Finds an outlet. Throws NOT_FOUND_ERROR, also for an outlet of another workspace, and AUTHORIZATION_ERROR. */
export async function getOutlet(
  services: Reads & Clock,
  member: Member,
  kind: OutletKind,
  id: string,
): Promise<Outlet> {
  const outlets = await listOutlets(services, member);
  const found = outlets.find((outlet) => outlet.kind === kind && outlet.id === id.toLowerCase());
  if (!found) throw notFoundError("Outlet");
  return found;
}
