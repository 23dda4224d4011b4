import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GraphQLSchema } from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { features } from "../../boot/features.ts";
import { buildGraphqlSchema } from "../../servers/graphql/schema.ts";
import { openTestApi, type TestApi } from "../testApi.ts";
import { callsOf, needsOfField, sendGraphql, unrequestedFields } from "./graphqlRow.ts";
import { mutations } from "./mutations.ts";
import { queries } from "./queries.ts";
import { recordPermissions } from "./neededPermissions.ts";
import { namedRows, walk, wrongRows } from "./walk.ts";
import { makeWorld, type World } from "./world.ts";
import { openWorlds, type Worlds } from "./worlds.ts";

const usersFolder = mkdtempSync(join(tmpdir(), "hoplog-access-"));
const database = "t_access_analysts";
let schema: GraphQLSchema;
let api: TestApi;
let untouched: World;
let worlds: Worlds;
const recorded = recordPermissions();
beforeAll(async () => {
  schema = await buildGraphqlSchema(features);
  const addresses = { httpUrl: "http://127.0.0.1:8123", nativeAddress: "127.0.0.1:9000" };
  const sqlAccess = { usersFolder, database, ...addresses };
  api = await openTestApi({ settings: { sqlAccess }, membership: recorded.membership });
  untouched = await makeWorld(api);
  worlds = await openWorlds(api, untouched);
});
afterAll(async () => {
  await api.services.clickhouse.command({ query: `DROP DATABASE IF EXISTS ${database}` });
  await api.close();
  rmSync(usersFolder, { recursive: true, force: true });
});

describe.each([
  { root: "Query", rows: queries, file: "api/testing/access/queries.ts" },
  { root: "Mutation", rows: mutations, file: "api/testing/access/mutations.ts" },
])("over GraphQL, of $root", ({ root, rows, file }) => {
  it("there is a row for every field", () => {
    expect(wrongRows(callsOf(schema, root), rows, file)).toEqual([]);
  });

  it("the rows select every field of what they lead to", async () => {
    expect(await unrequestedFields(schema, root, rows, untouched)).toEqual([]);
  });

  it.each(namedRows(rows))("%s: the owner's are the owner's alone", async (_name, row) => {
    // Fields of the response may require further permissions.
    const send = recorded.holding(needsOfField(schema, row.call), sendGraphql(api, schema, row), false);
    await walk(await worlds.of(row), row, send);
    expect.hasAssertions();
  });
});
