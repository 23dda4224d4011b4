import { readdirSync, readFileSync } from "node:fs";
import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { parseEvent, streamTypes } from "@hoplog/schema/events/domainEvent.js";
import { clicksWrittenLock } from "@hoplog/schema/erasure.js";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { readTables as allReadTables } from "../../boot/features.ts";
import { rowsOf } from "../../kernel/database/statements.ts";
import { rebuildReadTables } from "../../kernel/eventstore/rebuild.ts";
import { insertClicks, insertMisses, type TestClick } from "../../testing/clicks.ts";
import { call, graphql, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { eraseAccount } from "./eraseAccount.ts";
import { eraseClicks } from "./eraseClicks.ts";
import { purgeDeletedRows, purgeDomains } from "./purge.ts";

let api: TestApi;
let database: pg.Client;
beforeAll(async () => {
  api = await openTestApi();
  database = new pg.Client({ connectionString: api.databaseUrl });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await api.close();
});

async function rows(sql: string): Promise<unknown> {
  const answer = await api.services.clickhouse.query({
    query: sql,
    format: "JSONCompactEachRow",
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
  });
  return answer.json();
}

/** Every sum of an account, as stored and as computed from the remaining clicks. */
async function figures(ownerId: string) {
  const mine = `owner_id = '${ownerId}'`;
  return {
    stored: await Promise.all(
      [
        `SELECT quarter, sum(people), sum(bots) FROM owner_quarter WHERE ${mine} GROUP BY quarter
         HAVING sum(people) != 0 OR sum(bots) != 0 ORDER BY ALL`,
        `SELECT link_id, quarter, sum(people), sum(bots) FROM link_quarter WHERE ${mine} GROUP BY ALL ORDER BY ALL`,
        `SELECT link_id, sum(people), sum(bots) FROM link_quarter WHERE ${mine} GROUP BY link_id ORDER BY link_id`,
        `SELECT day, uniqCombinedMerge(14)(people), uniqCombinedMerge(14)(everyone) FROM owner_day WHERE ${mine}
         GROUP BY day ORDER BY day`,
        `SELECT link_id, day, uniqCombinedMerge(14)(people), uniqCombinedMerge(14)(everyone) FROM link_day
         WHERE ${mine} GROUP BY ALL ORDER BY ALL`,
      ].map(rows),
    ),
    true: await Promise.all(
      [
        `SELECT toStartOfFifteenMinutes(at) AS q, countIf(NOT is_bot), countIf(is_bot) FROM clicks WHERE ${mine}
         GROUP BY q ORDER BY ALL`,
        `SELECT link_id, toStartOfFifteenMinutes(at) AS q, countIf(NOT is_bot), countIf(is_bot) FROM clicks
         WHERE ${mine} GROUP BY link_id, q ORDER BY ALL`,
        `SELECT link_id, countIf(NOT is_bot), countIf(is_bot) FROM clicks WHERE ${mine} GROUP BY link_id ORDER BY link_id`,
        `SELECT toDate(at) AS day, uniqExactIf(visitor, NOT is_bot), uniqExact(visitor) FROM clicks WHERE ${mine}
         GROUP BY day ORDER BY day`,
        `SELECT link_id, toDate(at) AS day, uniqExactIf(visitor, NOT is_bot), uniqExact(visitor) FROM clicks
         WHERE ${mine} GROUP BY ALL ORDER BY ALL`,
      ].map(rows),
    ),
  };
}

function clicksOn(user: TestUser, linkId: string, count: number): TestClick[] {
  return Array.from({ length: count }, (_, i) => ({
    ownerId: user.id,
    linkId,
    at: `2026-04-0${1 + (i % 3)}T${String(i % 24).padStart(2, "0")}:07:00.000Z`,
    visitor: i % 5,
    country: i % 2 === 0 ? "DE" : "FR",
    browser: "Firefox",
    isBot: i % 7 === 0,
  }));
}

const clicksOf = async (linkId: string) => rows(`SELECT count() FROM clicks WHERE link_id = '${linkId}'`);

describe("deleting a link", () => {
  it("erases its clicks from every table, and leaves the account's sums right", async () => {
    const user = await signUp(api);
    const [kept, gone] = [await makeLink(api, user), await makeLink(api, user)];
    await insertClicks(api, [...clicksOn(user, kept.id, 30), ...clicksOn(user, gone.id, 40)]);
    expect((await call(api, "DELETE", `/api/urls/${gone.id}`, { user })).status).toBe(200);
    await expect.poll(() => done("link", gone.id)).toBe(true);
    expect(await clicksOf(gone.id)).toEqual([[0]]);
    const after = await figures(user.id);
    expect(after.stored).toEqual(after.true);
    expect(await rows(`SELECT sum(people + bots) FROM owner_quarter WHERE owner_id = '${user.id}'`)).toEqual([[30]]);
  });

  it("erases the visits to it that led nowhere, once, and leaves their daily sums right", async () => {
    const [user, other] = [await signUp(api), await signUp(api)];
    const [kept, gone, foreign] = [await makeLink(api, user), await makeLink(api, user), await makeLink(api, other)];
    const at = (hour: number) => new Date(Date.now() - hour * 3_600_000).toISOString();
    const missed = (owner: TestUser, linkId: string, count: number) =>
      Array.from({ length: count }, (_, i) => ({ ownerId: owner.id, linkId, at: at(i * 5), code: linkId.slice(-6) }));
    await insertMisses(api, [
      ...missed(user, gone.id, 20),
      ...missed(user, kept.id, 7),
      ...missed(other, foreign.id, 5),
      { at: at(1), code: "nobodys" },
    ]);
    const { clickhouse } = api.services;
    const left = (owner: TestUser) => rows(`SELECT count() FROM misses WHERE owner_id = '${owner.id}'`);
    const sums = async () => {
      const raw = "SELECT toDate(at) AS day, reason, count() FROM misses GROUP BY day, reason ORDER BY ALL";
      const kept =
        "SELECT day, reason, sum(misses) FROM misses_day GROUP BY day, reason HAVING sum(misses) != 0 ORDER BY ALL";
      return [await rows(raw), await rows(kept)];
    };
    const erasure = { kind: "link", id: gone.id, ownerId: user.id, pass: 0, domains: [] } as const;
    const cut: typeof clickhouse = Object.create(clickhouse, {
      command: {
        value: (question: Parameters<typeof clickhouse.command>[0]) =>
          question.query.startsWith("DELETE FROM misses")
            ? Promise.reject(new Error("cut off"))
            : clickhouse.command(question),
      },
    });
    await expect(eraseClicks(cut, erasure)).rejects.toThrow("cut off");
    await eraseClicks(clickhouse, erasure);
    await eraseClicks(clickhouse, { ...erasure, pass: 1 });
    expect(await left(user)).toEqual([[7]]);
    let [raw, stored] = await sums();
    expect(stored).toEqual(raw);
    await eraseClicks(clickhouse, { kind: "account", id: user.id, ownerId: user.id, pass: 0, domains: [] });
    expect([await left(user), await left(other)]).toEqual([[[0]], [[5]]]);
    expect(await rows("SELECT count() FROM misses WHERE code = 'nobodys'")).toEqual([[1]]);
    [raw, stored] = await sums();
    expect(stored).toEqual(raw);
  });

  it("takes nothing off twice, wherever it was interrupted, while other clicks come in", async () => {
    const user = await signUp(api);
    const [kept, gone] = [await makeLink(api, user), await makeLink(api, user)];
    await insertClicks(api, [...clicksOn(user, kept.id, 10), ...clicksOn(user, gone.id, 20)]);
    const erasure = { kind: "link", id: gone.id, ownerId: user.id, pass: 0, domains: [] } as const;
    const { clickhouse } = api.services;
    for (let failing = 1; failing <= 5; failing++) {
      let statements = 0;
      const interrupted: typeof clickhouse = Object.create(clickhouse, {
        command: {
          value: (question: Parameters<typeof clickhouse.command>[0]) =>
            ++statements > failing ? Promise.reject(new Error("cut off")) : clickhouse.command(question),
        },
      });
      await Promise.all([
        eraseClicks(interrupted, erasure).catch(() => {}),
        insertClicks(api, clicksOn(user, kept.id, 5)),
      ]);
    }
    await Promise.all([eraseClicks(clickhouse, erasure), insertClicks(api, clicksOn(user, kept.id, 8))]);
    const after = await figures(user.id);
    expect(after.stored).toEqual(after.true);
    expect(await rows(`SELECT count() FROM clicks WHERE owner_id = '${user.id}'`)).toEqual([[43]]);
  });

  it("leaves nothing on the disk after a purge", async () => {
    const user = await signUp(api);
    const { id } = await makeLink(api, user);
    const kept = await makeLink(api, user);
    await insertClicks(api, [...clicksOn(user, id, 3), ...clicksOn(user, kept.id, 3)]);
    await eraseClicks(api.services.clickhouse, { kind: "link", id, ownerId: user.id, pass: 0, domains: [] });
    expect(await purgeDeletedRows(api.services.clickhouse)).toContain("clicks");
    const hidden =
      "SELECT count() FROM system.parts WHERE database = currentDatabase() AND active AND has_lightweight_delete";
    await expect.poll(() => rows(hidden)).toEqual([[0]]);
    expect(await clicksOf(kept.id)).toEqual([[3]]);
  });

  it("waits for batches that are being written", async () => {
    const user = await signUp(api);
    const { id } = await makeLink(api, user);
    const writer = new pg.Client({ connectionString: api.databaseUrl });
    await writer.connect();
    await writer.query("BEGIN");
    await writer.query(sql`SELECT pg_advisory_xact_lock_shared(hashtextextended(${clicksWrittenLock}, 0))`);
    await call(api, "DELETE", `/api/urls/${id}`, { user });
    await expect
      .poll(async () => {
        const { rows: waiting } = await database.query(
          "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
        );
        return waiting.length;
      })
      .toBe(1);
    await insertClicks(api, clicksOn(user, id, 4));
    expect(await done("link", id)).toBe(false);
    await writer.query("COMMIT");
    await writer.end();
    await expect.poll(() => done("link", id)).toBe(true);
    expect(await clicksOf(id)).toEqual([[0]]);
  });

  it("blanks its texts in the log, and keeps its code taken for others", async () => {
    const [user, other] = [await signUp(api), await signUp(api)];
    const link = await makeLink(api, user, {
      name: "Secret name",
      originalUrl: "https://secret.example/",
      shortUrl: "erased-code",
    });
    await call(api, "PUT", `/api/urls/${link.id}`, {
      user,
      body: { name: "Secret too", originalUrl: "https://secret.example/2" },
    });
    const options = { expiredUrl: "https://secret.example/over", preview: { title: "Secret title" } };
    await call(api, "PUT", `/api/urls/${link.id}`, { user, body: options });
    await call(api, "PUT", `/api/urls/${link.id}`, { user, body: { preview: null } });
    const made = { name: "n", originalUrl: "https://example.com", ...options };
    const { body: second } = await call(api, "POST", "/api/urls", { user, body: made });
    const secondId = z.object({ data: z.object({ _id: z.string() }) }).parse(second).data._id;
    for (const id of [link.id, secondId]) {
      expect(JSON.stringify(await streamOf(id))).toMatch(/secret/i);
      await call(api, "DELETE", `/api/urls/${id}`, { user });
      expect(JSON.stringify(await streamOf(id))).not.toMatch(/secret/i);
    }
    const body = { name: "n", originalUrl: "https://example.com", shortUrl: "erased-code" };
    expect((await call(api, "POST", "/api/urls", { user: other, body })).status).toBe(409);
    expect((await call(api, "POST", "/api/urls", { user, body })).status).toBe(201);
    await expectRebuildToChangeNothing();
  });

  it("is the only way to have a link's events blanked", async () => {
    const user = await signUp(api);
    const { id } = await makeLink(api, user);
    const em = api.services.orm.em.fork();
    await expect(rowsOf(em, sql`SELECT erase_links(${`{${id}}`}::uuid[])`)).rejects.toThrow(/only a deleted link/);
    await expect(rowsOf(em, sql`SELECT erase_account(${user.id})`)).rejects.toThrow(/only a deleted account/);
  });
});

describe("deleting an account", () => {
  it("erases its links, groups, clicks and texts, and keeps its codes taken", async () => {
    const [user, other] = [await signUp(api, "private.person@example.com"), await signUp(api)];
    const group = await call(api, "POST", "/api/groups", { user, body: { name: "Secret group" } });
    const groupId = z.object({ data: z.object({ _id: z.string() }) }).parse(group.body).data._id;
    const link = await makeLink(api, user, { name: "Secret", shortUrl: "gone-account", groupId });
    const domain = await call(api, "POST", "/api/domains", { user, body: { name: "secret.brand.example" } });
    const domainId = z.object({ data: z.object({ _id: z.string() }) }).parse(domain.body).data._id;
    await call(api, "PATCH", `/api/domains/${domainId}`, { user, body: { robotsTxt: "Secret", isDefault: true } });
    const inDomain = await makeLink(api, user, {
      name: "Secret",
      shortUrl: "a",
      note: "Secret",
      tags: ["secret too"],
      externalId: "secret too",
    });
    const foreign = await makeLink(api, other);
    await insertClicks(api, [...clicksOn(user, link.id, 12), ...clicksOn(other, foreign.id, 9)]);
    await endStream(user.id);
    await eraseAccount(api.services, user.id);
    await eraseAccount(api.services, user.id);

    await expect.poll(() => done("account", user.id)).toBe(true);
    for (const table of ["clicks", "link_quarter", "link_day", "link_day_value", "owner_quarter", "owner_day"]) {
      expect(await rows(`SELECT count() FROM ${table} WHERE owner_id = '${user.id}'`)).toEqual([[0]]);
    }
    expect(await clicksOf(foreign.id)).toEqual([[9]]);
    const streams: Awaited<ReturnType<typeof streamOf>>[] = [];
    for (const id of [user.id, link.id, groupId, domainId, inDomain.id]) streams.push(await streamOf(id));
    expect(JSON.stringify(streams)).not.toMatch(/secret|private|Ada Lovelace|20 7946/i);
    expect(streams.map((stream) => stream.at(-1)?.type)).toEqual([
      "UserDeleted",
      "LinkDeleted",
      "GroupDeleted",
      "DomainStateChanged",
      "LinkDeleted",
    ]);
    expect(streams[4]?.at(-1)?.data).toMatchObject({ code: "a", domain: expect.any(Number) });
    const domains = async () => (await database.query("SELECT state, name FROM domain")).rows;
    await purgeDomains(database, new Date(0));
    expect(await domains()).toEqual([{ state: "removed", name: "secret.brand.example" }]);
    await purgeDomains(database, new Date(Date.now() + 1000));
    expect(await domains()).toEqual([{ state: "removed", name: domainId }]);
    const body = { name: "n", originalUrl: "https://example.com", shortUrl: "gone-account" };
    expect((await call(api, "POST", "/api/urls", { user: other, body })).status).toBe(409);
    const second = await signUp(api);
    await endStream(second.id);
    await eraseAccount(api.services, second.id);
    await expectRebuildToChangeNothing();
  });

  it("leaves nothing of a person in any event that was ever released", async () => {
    const folder = new URL("../../../schema/events/golden/", import.meta.url);
    const goldenSchema = z.object({
      stream: z.enum(streamTypes),
      stored: z.object({ type: z.string(), version: z.number(), data: z.record(z.string(), z.unknown()) }),
    });
    const golden = readdirSync(folder).map((file) =>
      goldenSchema.parse(JSON.parse(readFileSync(new URL(file, folder), "utf8"))),
    );
    const ids = {
      link: api.services.newId(),
      group: api.services.newId(),
      tag: api.services.newId(),
      user: api.services.newId(),
      domain: api.services.newId(),
    };
    const order = (type: string) => (/Created|Added/.test(type) ? 0 : type.includes("Deleted") ? 2 : 1);
    const versions = { link: 0, group: 0, tag: 0, user: 0, domain: 0 };
    for (const { stream, stored } of golden.toSorted((a, b) => order(a.stored.type) - order(b.stored.type))) {
      const owner = "ownerId" in stored.data ? { ownerId: ids.user } : {};
      await database.query(
        sql`INSERT INTO event (stream_type, stream_id, stream_version, type, schema_version, data, meta)
         VALUES (${stream}, ${ids[stream]}, ${++versions[stream]}, ${stored.type}, ${stored.version},
           ${{ ...stored.data, ...owner }}, ${{ userId: ids.user, via: "rest" }})`,
      );
    }
    await database.query(sql`SELECT erase_account(${ids.user})`);
    for (const stream of streamTypes) {
      const events = await streamOf(ids[stream]);
      expect(events).toHaveLength(versions[stream]);
      for (const event of events) {
        expect(() => parseEvent(stream, event)).not.toThrow();
        const kept = {
          ...event.data,
          ...(event.type === "LinkCreated" && { code: "" }),
          ...(event.type === "LinkListed" && { source: "" }),
        };
        if (["LinkCodeChanged", "LinkDeleted", "DomainStateChanged"].includes(event.type)) continue;
        expect(textsIn(kept).filter((text) => !text.endsWith("@erased.invalid"))).toEqual([]);
      }
    }
    await database.query(sql`DELETE FROM event WHERE stream_id = ANY (${Object.values(ids)})`);
  });
});

describe("bulkDeleteLinks", () => {
  it("erases all or none", async () => {
    const user = await signUp(api);
    const [a, b] = [await makeLink(api, user), await makeLink(api, user)];
    const remove = (ids: string[]) =>
      graphql(api, "mutation ($ids: [UUID!]!) { bulkDeleteLinks(ids: $ids) }", { ids }, user);
    const unknown = await remove([a.id, api.services.newId()]);
    expect(unknown.body).toMatchObject({ errors: [{ extensions: { type: "NOT_FOUND_ERROR" } }] });
    expect((await call(api, "GET", `/api/urls/${a.id}`, { user })).status).toBe(200);
    expect((await remove([a.id, b.id])).body).toEqual({ data: { bulkDeleteLinks: [a.id, b.id] } });
    expect((await call(api, "GET", "/api/urls", { user })).body).toMatchObject({ data: [] });
    await expect.poll(() => done("link", a.id)).toBe(true);
  });
});

async function done(kind: string, id: string): Promise<boolean> {
  const found = await database.query(sql`SELECT FROM erasure WHERE kind = ${kind} AND id = ${id} AND passes > 0`);
  return found.rows.length > 0;
}

async function streamOf(id: string) {
  const found = await database.query<{ type: string; version: number; data: Record<string, unknown> }>(
    sql`SELECT type, schema_version AS version, data FROM event WHERE stream_id = ${id} ORDER BY stream_version`,
  );
  return found.rows;
}

/** Writes the event that deleting an account writes before the erasure. */
async function endStream(userId: string): Promise<void> {
  await database.query(
    sql`INSERT INTO event (stream_type, stream_id, stream_version, type, schema_version, data, meta)
     SELECT 'user', ${userId}::uuid, max(stream_version) + 1, 'UserDeleted', 1,
       jsonb_build_object('userId', ${userId}::text, 'at', '2026-11-21T10:00:00.000Z'), '{"userId": null, "via": "system"}'
     FROM event WHERE stream_id = ${userId}::uuid`,
  );
  await database.query(sql`DELETE FROM user_account WHERE id = ${userId}`);
}

async function expectRebuildToChangeNothing(): Promise<void> {
  const contents = async () => {
    const rows: unknown[] = [];
    // Queries run one after the other, because a connection runs one query at a time.
    for (const table of allReadTables.tables)
      rows.push((await database.query(sql`SELECT * FROM ${raw(table)} ORDER BY 1, 2`)).rows);
    return rows;
  };
  const before = await contents();
  await rebuildReadTables(api.services.orm, allReadTables);
  expect(await contents()).toEqual(before);
}

/** Returns the strings of a value other than ids, timestamps and a few fixed words. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") {
    const harmless = /^([0-9a-f-]{36}|\d{4}-\d\d-\d\dT[\d:.]+Z|password|google|gray|)$/;
    return harmless.test(value) ? [] : [value];
  }
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
