import { checksumOf, type Migration } from "@hoplog/platform/postgres/migrate.js";
import { freshDatabase } from "@hoplog/platform/testing/engines.js";
import { randomUUID } from "node:crypto";
import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { migrateDatabase } from "./migrate.ts";
import { apiMigrations } from "./migrations/all.ts";

async function emptyDatabase() {
  const database = await freshDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  return { url: database.url, client };
}

/** As the release before has left it, which knew these migrations. */
async function formerDatabase(migrations: readonly Migration[]) {
  const database = await emptyDatabase();
  const { client } = database;
  await client.query(`
    CREATE TABLE api_migration (
      id serial PRIMARY KEY, name varchar(255) NOT NULL, executed_at timestamptz NOT NULL DEFAULT current_timestamp(6)
    )`);
  for (const { name, sql } of migrations) {
    await client.query(sql);
    await client.query("INSERT INTO api_migration (name, executed_at) VALUES ($1, '2026-11-20T12:00:00Z')", [name]);
  }
  return database;
}

const ofRelease = apiMigrations.slice(0, 5);
const names = apiMigrations.map(({ name }) => name);
const added: Migration = { name: "9999_added", sql: "CREATE TABLE added (n int); INSERT INTO added VALUES (1)" };

async function applied(client: pg.Client) {
  const { rows } = await client.query<{ name: string; checksum: string; at: Date }>(
    "SELECT name, checksum, applied_at AS at FROM hoplog_migration WHERE scope = 'api' ORDER BY name",
  );
  return rows;
}

/** What the release before goes by. */
async function knownToFormer(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>("SELECT name FROM api_migration ORDER BY id");
  return rows.map(({ name }) => name);
}

describe("an empty database", () => {
  it("gets everything once, also when several processes start at once", async () => {
    const { url, client } = await emptyDatabase();
    await Promise.all([1, 2, 3].map(() => migrateDatabase(url, [...apiMigrations, added])));
    await migrateDatabase(url, [...apiMigrations, added]);
    expect((await client.query("SELECT n FROM added")).rows).toEqual([{ n: 1 }]);
    expect((await applied(client)).map(({ name }) => name)).toEqual([...names, added.name]);
  });

  it("is one that the release before can go on with: it finds each migration in its own table, once", async () => {
    const { url, client } = await emptyDatabase();
    await migrateDatabase(url);
    await migrateDatabase(url);
    expect(await knownToFormer(client)).toEqual(names);
  });
});

describe("a database of the release before", () => {
  it("has who created its outlets, as far as the audit knows", async () => {
    const at = apiMigrations.findIndex(({ name }) => name === "0049_outlets");
    const { url, client } = await formerDatabase(apiMigrations.slice(0, at));
    const [owner, session, known, unknown] = Array.from({ length: 4 }, () => randomUUID());
    for (const id of [known, unknown])
      await client.query(
        "INSERT INTO report (id, owner_id, email, cadence, tz, created_at) VALUES ($1, $2, $1::uuid::text, 'weekly', 'UTC', now())",
        [id, owner],
      );
    await client.query(
      `INSERT INTO audit (actor_kind, user_id, workspace_id, credential_kind, credential_id, via, action, resource_type, resource_id, detail)
       VALUES ('user', $1, $1, 'session', $2, 'rest', 'CreateReport', 'report', $3, '{}')`,
      [owner, session, known],
    );
    await migrateDatabase(url);
    const { rows } = await client.query("SELECT kind, id, credential_id AS by, paused_at AS paused FROM outlet");
    expect(rows).toEqual([{ kind: "report", id: known, by: session, paused: null }]);
  });

  it("has what its outlets' keys descend from, also of keys that only the audit still has", async () => {
    const at = apiMigrations.findIndex(({ name }) => name === "0053_outlet_steps");
    const { url, client } = await formerDatabase(apiMigrations.slice(0, at));
    const [owner, session, present, gone] = Array.from({ length: 4 }, () => randomUUID());
    const outlet = (kind: string, id: string, by: string, byId: string | undefined) =>
      client.query("INSERT INTO outlet VALUES ($1, $2, $3, $3, $4, $5, '2026-11-02', '2026-11-02')", [
        kind,
        id,
        owner,
        by,
        byId,
      ]);
    const [byPresent, byGone, bySession] = Array.from({ length: 3 }, () => randomUUID());
    await outlet("webhook", byPresent ?? "", "apiKey", present);
    await outlet("webhook", byGone ?? "", "apiKey", gone);
    await outlet("webhook", bySession ?? "", "session", session);
    await outlet("apiKey", present ?? "", "apiKey", gone);
    await client.query(
      `INSERT INTO audit (at, actor_kind, user_id, workspace_id, credential_kind, credential_id, via, action, resource_type, resource_id, detail)
       VALUES ('2026-11-01', 'user', $1, $1, 'session', $2, 'rest', 'CreateApiKey', 'key', $3, '{}')`,
      [owner, session, gone],
    );
    await migrateDatabase(url);
    const { rows } = await client.query(
      "SELECT id, step, credential_id AS by, credential_at::date::text AS at FROM outlet_step",
    );
    const ofSession = { step: "ancestor", by: session, at: "2026-11-01" };
    const ofGone = { step: "ancestor", by: gone, at: "2026-11-02" };
    const ordered = [
      { id: byPresent, ...ofGone },
      { id: byPresent, ...ofSession },
      { id: byGone, ...ofSession },
      { id: present, ...ofSession },
    ];
    expect(rows).toHaveLength(ordered.length);
    expect(rows).toEqual(expect.arrayContaining(ordered));
  });

  it("is taken over: what was applied stays applied, when it was, and the rest follows", async () => {
    const { url, client } = await formerDatabase(ofRelease);
    await Promise.all([migrateDatabase(url), migrateDatabase(url)]);
    const rows = await applied(client);
    expect(rows.map(({ name, checksum }) => [name, checksum])).toEqual(
      apiMigrations.map(({ name, sql }) => [name, checksumOf(sql)]),
    );
    const before = rows.filter(({ at }) => at.toISOString() === "2026-11-20T12:00:00.000Z");
    expect(before.map(({ name }) => name)).toEqual(ofRelease.map(({ name }) => name));
    expect(await knownToFormer(client)).toEqual(names);
  });

  it("is taken over whole where it has every migration", async () => {
    const { url, client } = await formerDatabase(apiMigrations);
    await migrateDatabase(url);
    expect((await applied(client)).map(({ name }) => name)).toEqual(names);
    expect(await knownToFormer(client)).toEqual(names);
  });

  it("keeps its mails, and forgets its counts, whose keys can be read", async () => {
    const { url, client } = await formerDatabase(apiMigrations.slice(0, 4));
    await client.query(
      `INSERT INTO mailbox (sender, recipient, subject, html, text, at)
       VALUES ('hoplog', 'ada@example.com', 'Reset', '<p></p>', 'text', now())`,
    );
    await client.query("INSERT INTO rate_limit VALUES ('known:4LXSWp9W8LStGS7/203.0.113.7', 3, 99999999999999)");
    await migrateDatabase(url);
    const mails = await client.query("SELECT recipient, subject, user_id FROM mailbox");
    expect(mails.rows).toEqual([{ recipient: "ada@example.com", subject: "Reset", user_id: null }]);
    expect((await client.query("SELECT key FROM rate_limit")).rows).toEqual([]);
  });

  it("keeps its links as they are: without options, and plain", async () => {
    const { url, client } = await formerDatabase(apiMigrations.slice(0, 7));
    const [id, owner] = ["01900000-0000-7000-8000-000000000001", "01900000-0000-7000-8000-000000000002"];
    await client.query(
      `INSERT INTO link (id, owner_id, name, code, original_url, is_active, revision, created_at, updated_at)
       VALUES ($1, $2, 'n', 'docs', 'https://example.com/', true, 3, '2026-11-20T12:00:00Z', '2026-11-20T12:00:00Z')`,
      [id, owner],
    );
    const target = () => client.query("SELECT * FROM link_target").then(({ rows }) => rows);
    const before = await target();
    await migrateDatabase(url);
    expect(await target()).toEqual(before);
    expect(before).toMatchObject([{ code: "docs", state: "active", revision: 3 }]);
    const { rows } = await client.query("SELECT options, expires_at AS at FROM link");
    expect(rows).toEqual([{ options: {}, at: null }]);
    // The api of the release before goes on writing links without knowing of options.
    await client.query("UPDATE link SET name = 'other', revision = 4");
    await client.query("UPDATE link SET plan = '1', options = '{\"redirectStatus\": 301}'");
    const plan = Buffer.from('\x01{"redirectStatus": 301}');
    expect(await target()).toMatchObject([{ state: "planned", plan }]);
  });

  it("is waited for while its own api migrates it", async () => {
    const { url, client } = await formerDatabase(ofRelease);
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock(hashtext('hoplog api migration'))");
    let done = false;
    const migrating = migrateDatabase(url).then(() => (done = true));
    await expect
      .poll(
        async () => (await client.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")).rowCount,
      )
      .toBe(1);
    expect(done).toBe(false);
    expect((await client.query("SELECT to_regclass('hoplog_migration') AS there")).rows).toEqual([{ there: null }]);
    await client.query("COMMIT");
    await migrating;
    expect((await applied(client)).map(({ name }) => name)).toEqual(names);
  });

  it("is refused, and left as it is, where it has a migration that is unknown here", async () => {
    const { url, client } = await formerDatabase([...ofRelease, added]);
    await expect(migrateDatabase(url)).rejects.toThrow(/api\/9999_added has been applied by a newer version/);
    expect(await applied(client)).toEqual([]);
  });
});

describe("a database that contradicts the migrations", () => {
  it("is refused when an applied one has been changed", async () => {
    const { url } = await emptyDatabase();
    await migrateDatabase(url, [...apiMigrations, added]);
    const changed = { ...added, sql: "CREATE TABLE added (n bigint)" };
    await expect(migrateDatabase(url, [...apiMigrations, changed])).rejects.toThrow(
      /api\/9999_added has been changed after it was applied/,
    );
  });

  it("is refused when a newer version has been there", async () => {
    const { url } = await emptyDatabase();
    await migrateDatabase(url, [...apiMigrations, added]);
    await expect(migrateDatabase(url)).rejects.toThrow(/api\/9999_added has been applied by a newer version/);
  });

  it("keeps nothing of a migration that fails, in either table", async () => {
    const { url, client } = await emptyDatabase();
    const broken = { ...added, sql: `${added.sql}; SELECT * FROM nowhere` };
    await expect(migrateDatabase(url, [...apiMigrations, broken])).rejects.toThrow(/nowhere/);
    expect(await knownToFormer(client)).toEqual(names);
    await migrateDatabase(url, [...apiMigrations, added]);
    expect((await client.query("SELECT n FROM added")).rows).toEqual([{ n: 1 }]);
  });
});

it("never changes what was released", () => {
  expect(apiMigrations.map(({ name, sql }) => `${name} ${checksumOf(sql).slice(0, 16)}`)).toMatchInlineSnapshot(`
    [
      "0001_events_and_read_tables 7bdeb3eba1b87900",
      "0002_identity_mail_limits 941c4b44aa96dfa0",
      "0003_lists_and_erasure 84618498b42dea00",
      "0004_sql_access 5f5fd01fa9017739",
      "0005_mail_of_accounts bc0c9534195d0a97",
      "0006_link_domains 9229f2c31d31ffda",
      "0007_audit_and_bans 4a0d6f2ea7c7c3a9",
      "0008_link_options ee5aeffd5a76f121",
      "0009_passwords_and_listings bf9e8641826819d0",
      "0010_listings 0ac18611b5ee6cbc",
      "0011_domains 07c16b2ce41aaafa",
      "0012_caps de55830181d9275b",
      "0013_reports aa9a9254cb1e9197",
      "0015_notes a3bf6c1018acb812",
      "0016_shares 5f46b5f622688f63",
      "0017_sql_console 5ff7ad0f6f249eab",
      "0018_alarms 3a75d8511e0b2768",
      "0019_click_exports d273de0113acc1be",
      "0020_bot_rules bd562957e7df94cb",
      "0021_click_retention ed875f2d12d0ab1c",
      "0022_tags 351038b346b4148a",
      "0024_link_jobs a319c64c2ff6a7ef",
      "0026_links_by_destination e9be5d12df7ed40b",
      "0028_presets 69e50cacc2ca4679",
      "0029_link_orders ccb1ce054505339f",
      "0030_imports f227d96ca2bfd73b",
      "0031_destinations 66369aae6f782123",
      "0033_imported_visits 5f2cdb8e1588d16c",
      "0034_api_keys 06835a0204bc5542",
      "0035_webhooks 5c4c1b431689d7af",
      "0037_idempotent_calls 9fca0881381ed34e",
      "0038_conversions ef47435c447219d2",
      "0039_account_limits 281e602616faa3dd",
      "0040_conversion_exports 7d6dc10d5732a671",
      "0041_webhook_clicks_since 00b5c1568997b85a",
      "0042_idempotent_etags 8542dcecabfed3e2",
      "0043_links_by_creator f4930262b778c7c7",
      "0044_destinations_put_off 8c03ea67cb5710d3",
      "0045_import_parts 1e41b67763585ca2",
      "0046_search_of_rules 80c48bc61f6308ec",
      "0047_qr_designs 1cf1691efc4f01ca",
      "0048_destinations_by_workspace c36ad66455291d2f",
      "0049_outlets 5b713ae866039ee5",
      "0051_sql_console_kills 3cdb91608a2929ae",
      "0052_key_handovers df1fa648f8b3857f",
      "0053_outlet_steps bc5749fe25fee4a4",
      "0054_links_v1 f48542909c37d7d5",
    ]
  `);
});
