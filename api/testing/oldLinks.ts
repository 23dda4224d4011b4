import { originOf } from "../kernel/calls/actor.ts";
import { permissionsOf } from "../kernel/access/permissions.ts";
import { links } from "../links/core/decide.ts";
import type { TestApi, TestUser } from "./testApi.ts";

/** Creates a link whose code was reserved only later, in the default domain. Returns its id. */
export async function makeOldLink(
  { services }: TestApi,
  { id: userId }: TestUser,
  { code, name = "Old" }: { readonly code: string; readonly name?: string },
): Promise<string> {
  const by = { userId, workspaceId: userId, role: "owner", permissions: permissionsOf("owner") } as const;
  const linkId = services.newId();
  const at = services.now().toISOString();
  const giver = { ...by, via: "rest", address: "127.0.0.1", credential: { kind: "password" } } as const;
  const plan = { name, code, originalUrl: "https://example.com/old", groupId: null };
  await services.eventStore.unitOfWork((tx) =>
    services.eventStore.execute(
      tx,
      links,
      linkId,
      { type: "CreateLink", linkId, by, at, ...plan },
      originOf(services, giver),
    ),
  );
  return linkId;
}
