import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GraphQLSchema } from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Permission, permissionsOf } from "../../kernel/access/permissions.ts";
import { features } from "../../boot/features.ts";
import { buildGraphqlSchema } from "../../servers/graphql/schema.ts";
import { openTestApi, type TestApi } from "../testApi.ts";
import { accountCalls } from "./accountCalls.ts";
import { sendGraphql } from "./graphqlRow.ts";
import { linkCalls } from "./linkCalls.ts";
import { tagCalls } from "./tagCalls.ts";
import { mutations } from "./mutations.ts";
import { queries } from "./queries.ts";
import { sendRest } from "./restRow.ts";
import { namedRows, needsSession, refuse } from "./walk.ts";
import { makeWorld, type World } from "./world.ts";

// Each call that requires a session also requires a permission: with a role without permissions, every call is refused.

const usersFolder = mkdtempSync(join(tmpdir(), "hoplog-permissions-"));
const database = "t_permissions_analysts";
let allowed: ReadonlySet<Permission> = permissionsOf("owner");
let schema: GraphQLSchema;
let api: TestApi;
let world: World | undefined;
beforeAll(async () => {
  schema = await buildGraphqlSchema(features);
  const addresses = { httpUrl: "http://127.0.0.1:8123", nativeAddress: "127.0.0.1:9000" };
  api = await openTestApi({
    settings: { sqlAccess: { usersFolder, database, ...addresses } },
    membership: (userId, workspaceId) => (userId === workspaceId ? { role: "owner", permissions: allowed } : null),
  });
});
afterAll(async () => {
  await api.services.clickhouse.command({ query: `DROP DATABASE IF EXISTS ${database}` });
  await api.close();
  rmSync(usersFolder, { recursive: true, force: true });
});

/** All rows share one world, because none of them changes anything. */
async function allowingWorld() {
  allowed = permissionsOf("owner");
  return (world ??= await makeWorld(api));
}

const deny = () => void (allowed = new Set());

describe("without any permission", () => {
  it.each(namedRows([...accountCalls, ...linkCalls, ...tagCalls].filter(needsSession)))(
    "%s is refused",
    async (_name, row) => {
      await refuse(await allowingWorld(), row, sendRest(api, row.call), deny);
      expect.hasAssertions();
    },
  );

  // A key may always revoke itself, without any permission; a session has no key to revoke.
  const byPermission = mutations.filter(({ call }) => call !== "Mutation.revokeCurrentApiKey");

  it.each(namedRows([...queries, ...byPermission].filter(needsSession)))("%s is refused", async (_name, row) => {
    await refuse(await allowingWorld(), row, sendGraphql(api, schema, row), deny);
    expect.hasAssertions();
  });
});
