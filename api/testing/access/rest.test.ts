import { type TestProvider, startProvider } from "@hoplog/platform/testing/openIdProvider.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Needs } from "../../kernel/access/needs.ts";
import { features } from "../../boot/features.ts";
import { googleCallbackPath } from "../../accounts/identity/google/rest.ts";
import { describeRest } from "../../servers/rest/describe.ts";
import { servedRoutes } from "../servedRoutes.ts";
import { openTestApi, type TestApi } from "../testApi.ts";
import { sendRest } from "./restRow.ts";
import { recordPermissions } from "./neededPermissions.ts";
import { rows } from "./restRows.ts";
import { namedRows, walk, wrongRows } from "./walk.ts";
import { openWorlds, type Worlds } from "./worlds.ts";

/** GraphQL is tested field by field in graphql.test.ts. */
const graphqlRoutes = ["GET /graphql", "POST /graphql"];

/** A key has its creator's permissions at most: these calls require each scope that they grant. */
const givesScopes = new Set(["POST /api/keys", "POST /api/keys/handover"]);

let provider: TestProvider;
let api: TestApi;
let worlds: Worlds;
let needsOf: ReadonlyMap<string, Needs>;
const recorded = recordPermissions();
beforeAll(async () => {
  const redirectUri = `http://localhost:3000${googleCallbackPath}`;
  provider = await startProvider(redirectUri);
  const { issuer, clientId, clientSecret } = provider;
  const google = { name: "Example", issuer, clientId, clientSecret, redirectUri };
  api = await openTestApi({ settings: { google }, membership: recorded.membership });
  const { calls } = await describeRest(features);
  needsOf = new Map(calls.map((call) => [`${call.method} ${call.path}`, call]));
  worlds = await openWorlds(api);
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

describe("over REST", () => {
  it("there is a row for every call that is served or documented", async () => {
    const { calls: described } = await describeRest(features);
    const documented = described.map(({ method, path }) => `${method} ${path}`);
    const served = servedRoutes(api);
    expect(served).toEqual(expect.arrayContaining(graphqlRoutes));
    const calls = new Set([...served, ...documented].filter((route) => !graphqlRoutes.includes(route)));
    expect(wrongRows([...calls], rows, "api/testing/access/linkCalls.ts or accountCalls.ts")).toEqual([]);
  });

  it.each(namedRows(rows))("%s: the owner's are the owner's alone", async (_name, row) => {
    const send = recorded.holding(needsOf.get(row.call) ?? {}, sendRest(api, row.call), !givesScopes.has(row.call));
    await walk(await worlds.of(row), row, send);
    expect.hasAssertions();
  });
});
