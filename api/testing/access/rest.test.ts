import { type TestProvider, startProvider } from "@hoplog/platform/testing/openIdProvider.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { features } from "../../boot/features.ts";
import { googleCallbackPath } from "../../identity/google/rest.ts";
import { describeRest } from "../../rest/describe.ts";
import { servedRoutes } from "../servedRoutes.ts";
import { openTestApi, type TestApi } from "../testApi.ts";
import { accountCalls } from "./accountCalls.ts";
import { alarmCalls } from "./alarmCalls.ts";
import { importCalls } from "./importCalls.ts";
import { linkJobCalls } from "./linkJobCalls.ts";
import { linkCalls } from "./linkCalls.ts";
import { clickExportCalls } from "./clickExportCalls.ts";
import { webhookCalls } from "./webhookCalls.ts";
import { presetCalls } from "./presetCalls.ts";
import { reportCalls } from "./reportCalls.ts";
import { tagCalls } from "./tagCalls.ts";
import { type RestRow, sendRest } from "./restRow.ts";
import { namedRows, walk, wrongRows } from "./walk.ts";
import { makeWorld, type World } from "./world.ts";

const everybody = { request: () => ({}), signedOut: "ok", stranger: "ok" } as const;
const rows: readonly RestRow[] = [
  ...accountCalls,
  ...linkCalls,
  ...tagCalls,
  ...reportCalls,
  ...alarmCalls,
  ...clickExportCalls,
  ...webhookCalls,
  ...linkJobCalls,
  ...importCalls,
  ...presetCalls,
  { call: "GET /healthz", ...everybody },
  { call: "GET /api/docs", ...everybody },
  { call: "GET /api/docs/start.js", ...everybody },
  { call: "GET /api/docs/swagger-ui.css", ...everybody },
  { call: "GET /api/docs/swagger-ui-bundle.js", ...everybody },
  { call: "GET /api/openapi.json", ...everybody },
  {
    // Whoever sits at the machine reads it, with or without a session; nobody else, with or without one.
    call: "GET /dev/mailbox",
    request: () => ({ headers: { host: "hop.example" } }),
    signedOut: "NOT_FOUND_ERROR",
    owner: "NOT_FOUND_ERROR",
  },
];

/** Walked field by field, in graphql.test.ts. */
const graphqlRoutes = ["GET /graphql", "POST /graphql"];

let provider: TestProvider;
let api: TestApi;
let untouched: World;
beforeAll(async () => {
  const redirectUri = `http://localhost:3000${googleCallbackPath}`;
  provider = await startProvider(redirectUri);
  const { issuer, clientId, clientSecret } = provider;
  api = await openTestApi({ settings: { google: { issuer, clientId, clientSecret, redirectUri } } });
  untouched = await makeWorld(api);
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
    await walk(row.changes ? await makeWorld(api) : untouched, row, sendRest(api, row.call));
    expect.hasAssertions();
  });
});
