import { checksumOf, type Migration } from "@hoplog/platform/postgres/migrate.js";
import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { freshDatabase } from "@hoplog/platform/testing/engines.js";
import { randomUUID } from "node:crypto";
import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { otherUrlsIn } from "../../links/core/options/columns.ts";
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

/** Creates a database with only the migrations before the given one. */
async function databaseBefore(name: string) {
  const database = await emptyDatabase();
  const at = apiMigrations.findIndex((one) => one.name === name);
  await migrateDatabase(database.url, apiMigrations.slice(0, at));
  return database;
}

const names = apiMigrations.map(({ name }) => name);
const added: Migration = { name: "9999_added", sql: "CREATE TABLE added (n int); INSERT INTO added VALUES (1)" };

async function applied(client: pg.Client) {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "SELECT name, checksum FROM hoplog_migration WHERE scope = 'api' ORDER BY name",
  );
  return rows;
}

describe("an empty database", () => {
  it("gets everything once, also when several processes start at once", async () => {
    const { url, client } = await emptyDatabase();
    await Promise.all([1, 2, 3].map(() => migrateDatabase(url, [...apiMigrations, added])));
    await migrateDatabase(url, [...apiMigrations, added]);
    expect((await client.query("SELECT n FROM added")).rows).toEqual([{ n: 1 }]);
    expect((await applied(client)).map(({ name }) => name)).toEqual([...names, added.name]);
  });
});

describe("a database of the release before", () => {
  it("has who created its outlets, as far as the audit knows", async () => {
    const { url, client } = await databaseBefore("0049_outlets");
    const [owner, session, known, unknown] = Array.from({ length: 4 }, () => randomUUID());
    for (const id of [known, unknown])
      await client.query(
        sql`INSERT INTO report (id, owner_id, email, cadence, tz, created_at)
          VALUES (${id}, ${owner}, ${id}::uuid::text, 'weekly', 'UTC', now())`,
      );
    await client.query(
      sql`INSERT INTO audit (actor_kind, user_id, workspace_id, credential_kind, credential_id, via, action, resource_type,
        resource_id, detail)
       VALUES ('user', ${owner}, ${owner}, 'session', ${session}, 'rest', 'CreateReport', 'report', ${known}, '{}')`,
    );
    await migrateDatabase(url);
    const { rows } = await client.query("SELECT kind, id, credential_id AS by, paused_at AS paused FROM outlet");
    expect(rows).toEqual([{ kind: "report", id: known, by: session, paused: null }]);
  });

  it("has what its outlets' keys descend from, also of keys that only the audit still has", async () => {
    const { url, client } = await databaseBefore("0053_outlet_steps");
    const [owner, session, present, gone] = Array.from({ length: 4 }, () => randomUUID());
    const outlet = (kind: string, id: string, by: string, byId: string | undefined) =>
      client.query(
        sql`INSERT INTO outlet VALUES (${kind}, ${id}, ${owner}, ${owner}, ${by}, ${byId}, '2026-11-02', '2026-11-02')`,
      );
    const [byPresent, byGone, bySession] = Array.from({ length: 3 }, () => randomUUID());
    await outlet("webhook", byPresent ?? "", "apiKey", present);
    await outlet("webhook", byGone ?? "", "apiKey", gone);
    await outlet("webhook", bySession ?? "", "session", session);
    await outlet("apiKey", present ?? "", "apiKey", gone);
    await client.query(
      sql`INSERT INTO audit (at, actor_kind, user_id, workspace_id, credential_kind, credential_id, via, action, resource_type,
        resource_id, detail)
       VALUES ('2026-11-01', 'user', ${owner}, ${owner}, 'session', ${session}, 'rest', 'CreateApiKey', 'key', ${gone}, '{}')`,
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

  it("has the kinds of what alarms reported under their names of today", async () => {
    const { url, client } = await databaseBefore("0056_expiring_kinds");
    const [owner, alarm, gone, quiet] = Array.from({ length: 4 }, () => randomUUID());
    await client.query(
      sql`INSERT INTO alarm (id, owner_id, kind, days_before, tz, is_on, created_at, judged_to, due_at, try_at)
       VALUES (${alarm}, ${owner}, 'expiring', 7, 'UTC', true, now(), now(), now(), now())`,
    );
    const subjects = ["astray", "unproved", "lost", "link"].map((what) => ({ what, id: gone, name: "n", at: "t" }));
    for (const [id, reported] of [
      [gone, subjects],
      [quiet, []],
    ] as const)
      await client.query(
        sql`INSERT INTO alarm_firing (id, alarm_id, window_from, window_to, figure, subjects, fired_at, mail_at)
         VALUES (${id}, ${alarm}, now(), now(), 4, ${JSON.stringify(reported)}, now(), now())`,
      );
    await migrateDatabase(url);
    const { rows } = await client.query(sql`SELECT subjects FROM alarm_firing ORDER BY id = ${gone} DESC`);
    const kinds = ["dnsMismatch", "txtMissing", "ownershipLost", "link"];
    expect(rows).toEqual([
      { subjects: kinds.map((kind) => ({ kind, id: gone, name: "n", at: "t" })) },
      { subjects: [] },
    ]);
  });

  it("finds its links by their URLs as people read them", async () => {
    const { url, client } = await databaseBefore("0066_readable_urls");
    const rules = [{ then: { url: "https://b.example/%C3%A9t%C3%A9" } }, { then: { url: "https://a.example/" } }];
    const links = [
      ["https://xn--mller-kva.example/", {}, null],
      [
        "https://x.example/caf%C3%A9",
        { rules },
        rules
          .map(({ then }) => then.url)
          .toSorted()
          .join("\n"),
      ],
      ["https://x.example/100%", {}, null],
      ["https://x.example/plain", { expiredUrl: "https://c.example/" }, "https://c.example/"],
    ] as const;
    for (const [i, [original, options, others]] of links.entries())
      await client.query(
        sql`INSERT INTO link (id, owner_id, name, code, original_url, is_active, revision, created_at, updated_at, options,
          other_urls)
         VALUES (gen_random_uuid(), gen_random_uuid(), '', ${i}, ${original}, true, 1, now(), now(), ${JSON.stringify(options)},
           ${others})`,
      );
    await migrateDatabase(url);
    const { rows } = await client.query<{ others: string | null }>(
      sql`SELECT other_urls AS others, ${raw(otherUrlsIn("original_url", "options"))} AS made FROM link ORDER BY code`,
    );
    const read = [
      "https://müller.example/",
      ["https://a.example/", "https://b.example/%C3%A9t%C3%A9", "https://b.example/été", "https://x.example/café"],
      null,
      "https://c.example/",
    ];
    const found = rows.map(({ others }) => (others?.includes("\n") ? others.split("\n").toSorted() : others));
    expect(found).toEqual(read);
    expect(rows).toEqual(rows.map(({ others }) => ({ others, made: others })));
  });

  it("has the mails of its mailbox that say whose they are", async () => {
    const { url, client } = await databaseBefore("0057_mailbox_owners");
    const owner = randomUUID();
    for (const userId of [owner, null])
      await client.query(
        sql`INSERT INTO mailbox (user_id, sender, recipient, subject, html, text, at)
         VALUES (${userId}, 'x', 'ada@example.com', 'x', 'x', 'x', now())`,
      );
    await migrateDatabase(url);
    const { rows } = await client.query('SELECT user_id AS "userId" FROM mailbox');
    expect(rows).toEqual([{ userId: owner }]);
  });

  it("has its links without the unused column of plans, and where they lead", async () => {
    const { url, client } = await databaseBefore("0058_link_plan");
    const [id, owner] = [randomUUID(), randomUUID()];
    await client.query(
      sql`INSERT INTO link (id, owner_id, name, code, original_url, is_active, revision, created_at, updated_at, plan, options)
       VALUES (${id}, ${owner}, 'n', 'docs', 'https://example.com/', true, 1, now(), now(), '\\x01', '{"maxClicks": 5}')`,
    );
    const targets = async () => (await client.query("SELECT * FROM link_target")).rows;
    const before = await targets();
    expect(before).toMatchObject([{ link_id: id, state: "planned" }]);
    await migrateDatabase(url);
    expect(await targets()).toEqual(before);
    const { rows } = await client.query<{ link: object }>("SELECT to_jsonb(link) AS link FROM link");
    expect(Object.keys(rows[0]?.link ?? {})).not.toContain("plan");
  });

  it("has stored values under the names that they have in the API of 1.0", async () => {
    const { url, client } = await databaseBefore("0059_final_names");
    const [owner, one, other] = Array.from({ length: 3 }, () => randomUUID());
    for (const [id, target, targetId] of [
      [one, "account", null],
      [other, "group", owner],
    ])
      await client.query(
        sql`INSERT INTO share (id, owner_id, name, target, target_id, figures, dimensions, time_zone, origins, token_hash,
           revision, created_at, updated_at)
         VALUES (${id}, ${owner}, 'n', ${target}, ${targetId}, '{}', '{}', 'UTC', '{}', ${id}, 1, now(), now())`,
      );
    const problems = ["missing", "host", "refused", "certificate", "server", "silent", "redirects", null];
    for (const [position, problem] of problems.entries())
      await client.query(
        sql`INSERT INTO destination (owner_id, url, added_at, due_at, problem)
          VALUES (${owner}, ${`https://example.com/${position}`}, now(), now(), ${problem})`,
      );
    await client.query(
      sql`INSERT INTO link_view (id, owner_id, name, text, created_at, updated_at)
       VALUES (${one}, ${owner}, 'v', 'sort=external_id-asc&tags=a', now(), now())`,
    );
    await client.query(
      sql`INSERT INTO saved_query (id, owner_id, name, text, created_at, updated_at)
       VALUES (${one}, ${owner}, 'q', 'SELECT account_id, my_account_id FROM clicks', now(), now())`,
    );
    await migrateDatabase(url);
    const { rows: targets } = await client.query("SELECT target FROM share ORDER BY target");
    expect(targets).toEqual([{ target: "group" }, { target: "workspace" }]);
    const { rows: found } = await client.query("SELECT problem FROM destination ORDER BY url");
    expect(found.map((row) => row.problem)).toEqual([
      "notFound",
      "hostNotFound",
      "connectionRefused",
      "certificateInvalid",
      "serverError",
      "noAnswer",
      "tooManyRedirects",
      null,
    ]);
    const { rows: views } = await client.query("SELECT text FROM link_view");
    expect(views).toEqual([{ text: "sort=externalId-asc&tags=a" }]);
    const { rows: queries } = await client.query("SELECT text FROM saved_query");
    expect(queries).toEqual([{ text: "SELECT workspace_id, my_account_id FROM clicks" }]);
    await expect(client.query("UPDATE share SET target = 'account'")).rejects.toThrow(/share_target_check/);
    await expect(client.query("UPDATE share SET target = 'workspace' WHERE target = 'group'")).rejects.toThrow(
      /share_check/,
    );
  });

  it("loses the table in which commit 6dbd9b43 noted its migrations too", async () => {
    const { url, client } = await databaseBefore("0054_drop_former");
    await client.query("CREATE TABLE api_migration (id serial PRIMARY KEY, name varchar(255) NOT NULL)");
    await migrateDatabase(url);
    expect((await client.query("SELECT to_regclass('api_migration') AS found")).rows).toEqual([{ found: null }]);
  });

  it("is refused if its migrations are noted only there", async () => {
    const { url, client } = await databaseBefore("0049_outlets");
    await client.query("DROP TABLE hoplog_migration");
    await expect(migrateDatabase(url)).rejects.toThrow("older than hoplog 1.0. Start hoplog once with commit 6dbd9b43");
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

  it("keeps nothing of a migration that fails", async () => {
    const { url, client } = await emptyDatabase();
    const broken = { ...added, sql: `${added.sql}; SELECT * FROM nowhere` };
    await expect(migrateDatabase(url, [...apiMigrations, broken])).rejects.toThrow(/nowhere/);
    expect((await applied(client)).map(({ name }) => name)).toEqual(names);
    await migrateDatabase(url, [...apiMigrations, added]);
    expect((await client.query("SELECT n FROM added")).rows).toEqual([{ n: 1 }]);
  });
});

it("never changes what was released", () => {
  expect(apiMigrations.map(({ name, sql }) => `${name} ${checksumOf(sql).slice(0, 16)}`)).toMatchInlineSnapshot(`
    [
      "0048_base df83832d66548dae",
      "0049_outlets 5b713ae866039ee5",
      "0051_sql_console_kills 3cdb91608a2929ae",
      "0052_key_handovers df1fa648f8b3857f",
      "0053_outlet_steps bc5749fe25fee4a4",
      "0054_drop_former 9b44ed9d4c90148f",
      "0055_links_v1 f48542909c37d7d5",
      "0056_expiring_kinds 1e3fcba2cf1b4ca8",
      "0057_mailbox_owners 6cb4ddc9e124b049",
      "0058_link_plan 6eeaf25b8da9bf50",
      "0059_final_names 2b7c2b5517805e0c",
      "0060_import_columns 350b3e13086a3b9a",
      "0061_import_names 1a413c44ace8fd14",
      "0062_import_dates 11bf5dee941705bf",
      "0063_folded_search 26cb8003e1f07afc",
      "0064_audit_requests 1d9999fbaafa48d0",
      "0065_refunds 22fc8222fd7b96f8",
      "0066_readable_urls 3946aad63877238e",
      "0067_certificates 41126bd62de22645",
      "0068_session_devices 649a5b9ec8b73466",
      "0069_second_factor a14ea8250be5374b",
    ]
  `);
});
