import pg from "pg";
import { useVisits } from "@hoplog/api/testing/caps.js";
import { insertClicks, insertMisses } from "@hoplog/api/testing/clicks.js";
import { convertSome } from "@hoplog/api/testing/conversions.js";
import { importVisits } from "@hoplog/api/testing/importedVisits.js";
import { countRequestsSince } from "@hoplog/api/testing/ledger.js";
import { call, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "@hoplog/api/testing/testApi.js";
import { createHolds } from "@hoplog/platform/postgres/clicksHold.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { createSnapshots } from "../snapshot.ts";
import type { Verification } from "../verify.ts";
import { type ProjectionTotals, verifyProjections } from "../verifyProjections.ts";

export const day = 24 * 60 * 60 * 1000;
const tokenSecret = "a secret that only the tests know, long enough";

/** A running api whose figures are verified. */
export interface VerifiedWorld {
  readonly api: TestApi;
  readonly apiUrl: string;
}

export async function openVerifiedWorld(): Promise<VerifiedWorld> {
  const api = await openTestApi();
  const apiUrl = await api.app.listen({ host: "127.0.0.1", port: 0 });
  // Starts the counting of requests in the future, because these tests write rows that no redirector has counted.
  await countRequestsSince(api, new Date(Date.now() + 365 * day));
  return { api, apiUrl };
}

/** Creates an account with links inside and outside of a group, and clicks of people and bots over two months. */
export async function openAccount({ api }: VerifiedWorld): Promise<{ user: TestUser; linkId: string }> {
  const user = await signUp(api);
  const { body } = await call(api, "POST", "/api/groups", { user, body: { name: "Secret plans" } });
  const groupId = (body["data"] as { _id: string })._id;
  const links = [
    await makeLink(api, user, { groupId }),
    await makeLink(api, user),
    await makeLink(api, user, { groupId }),
    await makeLink(api, user),
  ];
  await call(api, "PATCH", `/api/urls/${links[1]?.id}/toggle-status`, { user });
  await call(api, "PUT", `/api/urls/${links[1]?.id}`, { user, body: { isArchived: true, tags: ["old"] } });
  const expired = { expiresAt: "2026-01-01T00:00:00Z" };
  await call(api, "PUT", `/api/urls/${links[2]?.id}`, { user, body: expired });
  const when = { field: "visitor", op: "in", values: ["bot"] };
  const rules = [{ when, then: { url: "https://example.com/bots" } }];
  await call(api, "PUT", `/api/urls/${links[0]?.id}`, { user, body: { rules } });
  await call(api, "PUT", `/api/urls/${links[3]?.id}`, { user, body: { maxClicks: 2 } });
  await useVisits(api, links[3]?.id ?? "", 2);
  const countries = ["DE", "FR", "US", "NP", ""];
  const browsers = ["Firefox", "Chrome", "Safari"];
  await insertClicks(
    api,
    Array.from({ length: 600 }, (_, i) => ({
      ownerId: user.id,
      linkId: links[i % 3]?.id ?? "",
      at: new Date(Date.now() - (i % 60) * day * 0.97).toISOString(),
      visitor: i % 100,
      country: countries[i % countries.length] ?? "",
      browser: browsers[i % 7] ?? "",
      isp: `Network ${i % 11}`,
      device: i % 4 === 0 ? "mobile" : "desktop",
      languages: ["de,en", "en", "fr,de", ""][i % 4] ?? "",
      utm_source: i % 3 === 0 ? "it's \\ news" : "",
      referrer: i % 5 === 0 ? "example.com" : "",
      isBot: i % 9 === 0,
      botReason: i % 2 === 0 ? "crawler: Googlebot" : "http library",
      userAgent: `agent ${i % 6}`,
      asn: i % 4 === 0 ? 0 : 4_200_000_000 + (i % 3),
      botRules: i % 2,
      rule: i % 9 === 0 ? 1 : 0,
      arm: i % 4 === 1 ? 2 : 0,
    })),
  );
  await importVisits(api, user.id, links[2]?.id ?? "");
  await convertSome(api, user, links[2]?.id ?? "");
  const name = `go.${user.id}.example`;
  await call(api, "POST", "/api/domains", { user, body: { name } });
  const { rows } = await api.services.reads.query<{ number: number }>(
    sql`SELECT number FROM domain WHERE name = ${name}`,
  );
  const domain = rows[0]?.number ?? -1;
  await insertMisses(
    api,
    Array.from({ length: 90 }, (_, i) => ({
      at: new Date(Date.now() - (i % 9) * day * 0.8).toISOString(),
      code: `lost${i % 13}`,
      host: name,
      domain,
      referrer: i % 4 === 0 ? "" : "example.com",
      country: countries[i % countries.length] ?? "",
      isBot: i % 6 === 0,
      ...(i % 3 === 0 && { ownerId: user.id, linkId: links[1]?.id ?? "" }),
      ...(i % 10 === 1 && { code: "", reason: "base URL" }),
    })),
  );
  return { user, linkId: links[0]?.id ?? "" };
}

export const settingsOf = ({ api, apiUrl }: VerifiedWorld, user: TestUser | null): Verification => ({
  databaseUrl: api.databaseUrl,
  clickhouse: api.services.clickhouse,
  apiUrl,
  tokenSecret,
  account: user?.id ?? null,
  linksInDepth: 2,
  maxAttempts: 3,
  // There are no other writers, so one copy serves all.
  holdMs: 60_000,
  recheckDelayMs: 10,
  spool: null,
  onProgress: () => {},
});

/** Checks only the projections, of one account or of all. */
export async function projectionsOf(world: VerifiedWorld, user: TestUser | null): Promise<ProjectionTotals> {
  const database = new pg.Client({ connectionString: world.api.databaseUrl });
  const snapshots = createSnapshots(world.api.services.clickhouse);
  const ownerId = user?.id ?? null;
  await database.connect();
  try {
    return await verifyProjections({ ...settingsOf(world, user), snapshots }, createHolds(database, ownerId), ownerId);
  } finally {
    await snapshots.drop();
    await database.end();
  }
}

/** Runs a statement; deleted rows are gone when the function returns. */
export async function runSql({ api }: VerifiedWorld, sql: string, params: Record<string, unknown> = {}): Promise<void> {
  await api.services.clickhouse.command({
    query: sql,
    query_params: params,
    clickhouse_settings: { lightweight_deletes_sync: "2" },
  });
}
