import { type TestProvider, startProvider } from "@hoplog/platform/testing/openIdProvider.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { features } from "../../boot/features.ts";
import { googleCallbackPath } from "../../accounts/identity/google/rest.ts";
import { describeRest } from "../../servers/rest/describe.ts";
import { servedRoutes } from "../servedRoutes.ts";
import { openTestApi, type TestApi } from "../testApi.ts";
import { sendRest } from "./restRow.ts";
import { rows } from "./restRows.ts";
import { namedRows, walk, wrongRows } from "./walk.ts";
import { openWorlds, type Worlds } from "./worlds.ts";

/** Walked field by field, in graphql.test.ts. */
const graphqlRoutes = ["GET /graphql", "POST /graphql"];

let provider: TestProvider;
let api: TestApi;
let worlds: Worlds;
beforeAll(async () => {
  const redirectUri = `http://localhost:3000${googleCallbackPath}`;
  provider = await startProvider(redirectUri);
  const { issuer, clientId, clientSecret } = provider;
  api = await openTestApi({ settings: { google: { name: "Example", issuer, clientId, clientSecret, redirectUri } } });
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
    await walk(await worlds.of(row), row, sendRest(api, row.call));
    expect.hasAssertions();
  });
});
