import { freshDatabase } from "@hoplog/platform/testing/engines.js";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrateDatabase } from "./orm.ts";

let database: Awaited<ReturnType<typeof freshDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  await migrateDatabase(database.url);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

it("keeps the mails of the release before, and forgets its counts, whose keys can be read", async () => {
  // As the release before has left it.
  await client.query("ALTER TABLE mailbox DROP COLUMN user_id");
  await client.query("DELETE FROM api_migration WHERE name = '0005_mail_of_accounts'");
  await client.query(
    `INSERT INTO mailbox (sender, recipient, subject, html, text, at)
     VALUES ('hoplog', 'ada@example.com', 'Reset', '<p></p>', 'text', now())`,
  );
  await client.query("INSERT INTO rate_limit VALUES ('known:4LXSWp9W8LStGS7/203.0.113.7', 3, 99999999999999)");

  await migrateDatabase(database.url);
  const mails = await client.query("SELECT recipient, subject, user_id FROM mailbox");
  expect(mails.rows).toEqual([{ recipient: "ada@example.com", subject: "Reset", user_id: null }]);
  expect((await client.query("SELECT key FROM rate_limit")).rows).toEqual([]);
});
