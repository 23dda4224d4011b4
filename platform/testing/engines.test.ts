import pg from "pg";
import { expect, test } from "vitest";
import { freshClickHouse, freshDatabase } from "./engines.ts";

test("a fresh database is empty, one of its own, and gone when dropped", async () => {
  const [one, other] = [await freshDatabase(), await freshDatabase()];
  expect(one.url).not.toBe(other.url);
  const client = new pg.Client(one.url);
  await client.connect();
  const { rows } = await client.query(
    "select count(*)::int as n from information_schema.tables where table_schema = 'public'",
  );
  expect(rows).toEqual([{ n: 0 }]);
  await client.end();
  await Promise.all([one.drop(), other.drop()]);
  await expect(new pg.Client(one.url).connect()).rejects.toThrow(/does not exist/);
});

test("a fresh ClickHouse database is there until it is dropped", async () => {
  const { url, username, password, database, drop } = await freshClickHouse();
  const ask = async (sql: string) => {
    const headers = { "X-ClickHouse-User": username, "X-ClickHouse-Key": password };
    return (await fetch(url, { method: "POST", headers, body: sql })).text();
  };
  expect(await ask(`SELECT count() FROM system.databases WHERE name = '${database}'`)).toBe("1\n");
  await drop();
  expect(await ask(`SELECT count() FROM system.databases WHERE name = '${database}'`)).toBe("0\n");
});
