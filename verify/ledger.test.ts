import { insertClicks, insertMisses, insertRequests } from "@hoplog/api/testing/clicks.js";
import { countRequestsSince } from "@hoplog/api/testing/ledger.js";
import { makeLink, openTestApi, signUp, type TestApi, type TestUser } from "@hoplog/api/testing/testApi.js";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Verification, verify } from "./verify.ts";

// Each verification reads thousands of figures.
vi.setConfig({ testTimeout: 360_000 });

const tokenSecret = "a secret that only the tests know, long enough";
const day = 86_400_000;
let api: TestApi;
let apiUrl: string;
let user: TestUser;
let linkId: string;

beforeAll(async () => {
  api = await openTestApi();
  apiUrl = await api.app.listen({ host: "127.0.0.1", port: 0 });
  await countRequestsSince(api, new Date(Date.now() - 60 * day));
  user = await signUp(api);
  linkId = (await makeLink(api, user)).id;
  const reasons = ["", "", "crawler: Googlebot", "link preview", "head request", "", "prefetch"];
  await insertClicks(
    api,
    Array.from({ length: 120 }, (_, i) => ({
      ownerId: user.id,
      linkId,
      at: new Date(Date.now() - i * 0.21 * day).toISOString(),
      visitor: i % 3,
      isBot: reasons[i % 7] !== "",
      botReason: reasons[i % 7] ?? "",
    })),
  );
  await insertMisses(
    api,
    Array.from({ length: 20 }, (_, i) => ({
      at: new Date(Date.now() - i * 0.4 * day).toISOString(),
      code: "gone",
      reason: i % 3 === 0 ? "expired" : "inactive",
      ownerId: user.id,
      linkId,
    })),
  );
});
afterAll(() => api.close());

const settings = (account: string | null): Verification => ({
  databaseUrl: api.databaseUrl,
  clickhouse: api.services.clickhouse,
  apiUrl,
  tokenSecret,
  account,
  linksInDepth: 2,
  maxAttempts: 3,
  holdMs: 300,
  recheckDelayMs: 10,
  spool: null,
  onProgress: () => {},
});

it("the ledger is recounted, and what redirectors counted is compared with what came of it", async () => {
  expect((await verify(settings(null))).differences).toEqual([]);
  const at = new Date(Date.now() - 2 * day).toISOString();
  await insertRequests(api, [{ ownerId: user.id, linkId, at, clicks: 1 }]);
  const differences = (await verify(settings(null))).differences.map(({ where }) => where);
  // Differences are reported in any order.
  expect(differences.toSorted()).toEqual([
    "GET /api/ledger missing",
    `GET /api/ledger of link ${linkId} missing`,
    expect.stringMatching(`^request_quarter clicks ${user.id} ${linkId} ${at.slice(0, 10)}`),
  ]);
});
