import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { runSql, sendRows } from "../measure/clickHouse.ts";
import type { BenchStack } from "../measure/stack.ts";

export interface BigAccount {
  readonly ownerId: string;
  /** Most clicked first. */
  readonly linkIds: readonly string[];
}

/** Clicks are spread over so many days, up to now. */
const days = 90;

/**
 * Fills `clicks`, and so every view, with rows that ClickHouse makes itself: a fifth of them the account's, a twentieth
 * its first link's, the rest another 50,000 links' of 1,000 accounts. Blocks are those of a busy service, so there is
 * some work left for merges.
 */
export async function fillClicks(stack: BenchStack, { ownerId, linkIds }: BigAccount, clicks: number): Promise<void> {
  const url = stack.clickHouseUrl;
  await runSql(url, "CREATE TABLE IF NOT EXISTS bench_link (n UInt32, link UUID) ENGINE = Join(ANY, LEFT, n)");
  await runSql(url, "TRUNCATE TABLE bench_link");
  const rows = linkIds.map((link, n) => JSON.stringify({ n, link })).join("\n");
  await sendRows(url, "INSERT INTO bench_link FORMAT JSONEachRow", new TextEncoder().encode(rows), "hoplog");
  for (const table of tables) await runSql(url, `TRUNCATE TABLE ${table}`);
  const perDay = Math.ceil(clicks / days);
  for (let day = days; day > 0; day--) {
    // A day at a time, as clicks come; in blocks of half a million.
    for (let done = 0; done < perDay; done += blockRows) {
      const count = Math.min(blockRows, perDay - done);
      await runSql(url, insertOf(ownerId, linkIds.length, day, count), "hoplog", {
        max_block_size: String(blockRows),
        min_insert_block_size_rows: String(blockRows),
        optimize_on_insert: "0",
        insert_deduplicate: "0",
      });
    }
  }
  // The inserts of a service are a tenth as big at most: parts of this size have been merged there, and have their totals.
  await runSql(url, "ALTER TABLE link_quarter MATERIALIZE PROJECTION totals", "hoplog", { mutations_sync: "1" });
  await runSql(url, "DROP TABLE bench_link");
}

/** Ids of groups of links, each of which has a twentieth of them. */
export const benchGroups = [1, 2].map((n) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`);

/** Puts the account's links into twenty groups, as far as ClickHouse knows. */
export async function groupLinks(url: string, ownerId: string): Promise<void> {
  const group = "toUUID(concat('00000000-0000-4000-8000-', leftPad(toString(cityHash64(link_id) % 20 + 1), 12, '0')))";
  await runSql(
    url,
    `INSERT INTO links SELECT * REPLACE (version + 1000000 AS version, ${group} AS group_id) FROM links FINAL WHERE owner_id = '${ownerId}'`,
  );
}

/** Merges the months that are over, as their tables do by themselves a day after the last click. */
export async function mergeMonths(url: string): Promise<void> {
  const parts = await runSql(
    url,
    `SELECT DISTINCT table, partition FROM system.parts WHERE active AND database = 'hoplog' AND table IN (${tables
      .filter((table) => table !== "clicks")
      .map((table) => `'${table}'`)
      .join(", ")}) AND partition < toString(toYYYYMM(now('UTC')))`,
  );
  for (const line of parts.split("\n").filter(Boolean)) {
    const [table = "", month = ""] = line.split("\t");
    await runSql(url, `OPTIMIZE TABLE ${table} PARTITION ${month} FINAL`);
  }
}

const blockRows = 500_000;
const storedTables = ["link_day_value", "owner_day_value", "owner_day_link", "owner_day_segment"];
const tables = ["clicks", "link_quarter", "owner_quarter", "link_day", "owner_day", ...storedTables];

/** The lower numbers of `count` come far more often. */
const skewed = (seed: number, count: number, power = 3) =>
  `toUInt32(pow(rand(${seed}) / 4294967296, ${power}) * ${count})`;

function insertOf(ownerId: string, links: number, daysAgo: number, rows: number): string {
  const uuidOf = (n: string, seed: number) => `reinterpret(sipHash128(${n}, ${seed}), 'UUID')`;
  const columns = {
    owner_id: `if(own, toUUID('${ownerId}'), ${uuidOf("other % 1000", 1)})`,
    link_id: `if(own, joinGet('bench_link', 'link', toUInt32(own_link)), ${uuidOf("other", 2)})`,
    at: `now64(3, 'UTC') - INTERVAL ${daysAgo} DAY + INTERVAL toUInt32(rand(3) % 86399000) MILLISECOND`,
    click_id: "generateUUIDv4()",
    batch_id: `toUUID('00000000-0000-4000-8000-${String(daysAgo).padStart(12, "0")}')`,
    visitor: `cityHash64(${skewed(4, 400_000, 2)}, ${daysAgo})`,
    country: `['US','DE','IN','GB','FR','BR','NP','JP','CA','AU','ES','IT','NL','PL','SE','CH','AT','MX','ID','TR',''][${skewed(5, 21)} + 1]`,
    region: `concat('Region ', toString(${skewed(6, 200)}))`,
    city: `concat('City ', toString(${skewed(7, 2000)}))`,
    asn: skewed(8, 900),
    isp: "concat('Network ', toString(asn))",
    device: `['mobile','desktop','tablet','Unknown'][${skewed(9, 4, 2)} + 1]`,
    browser: `['Chrome','Safari','Firefox','Edge','Samsung Internet','Opera','Facebook',''][${skewed(10, 8)} + 1]`,
    browser_version: `concat(toString(90 + ${skewed(11, 55)}), '.0')`,
    os: `['Android','iOS','Windows','macOS','Linux','Chrome OS'][${skewed(12, 6)} + 1]`,
    os_version: `toString(${skewed(13, 20)})`,
    is_bot: "rand(14) % 12 = 0",
    bot_reason: "if(is_bot, 'crawler: Googlebot', '')",
    languages: `['en','en,de','de,en','fr,en','ne,en','ja','hi,en','es','pt','it',''][${skewed(21, 11)} + 1]`,
    referrer: `if(rand(15) % 5 < 2, '', concat('site', toString(${skewed(16, 1500)}), '.example.com'))`,
    utm_source: `if(rand(17) % 10 < 7, '', concat('source', toString(${skewed(18, 40)})))`,
    utm_campaign: `if(utm_source = '', '', concat('campaign', toString(${skewed(19, 500)})))`,
  };
  const names = Object.keys(columns).join(", ");
  const values = Object.entries(columns).map(([name, value]) => `${value} AS ${name}`);
  // Columns that are not named here have their defaults.
  return `INSERT INTO clicks (${names}) SELECT ${values.join(", ")}
    FROM (
      SELECT rand(1) % 100 AS kind, kind < 20 AS own, if(kind < 5, 0, 1 + ${skewed(2, links - 1)}) AS own_link,
        ${skewed(20, 50_000)} AS other
      FROM numbers(${rows})
    )`;
}

/** Waits until api, started again, has counted the days that are over, as one that has run all the while. */
export async function topsKept(stack: BenchStack, ownerId: string, busiest: string): Promise<void> {
  for (const table of storedTables) await runSql(stack.clickHouseUrl, `TRUNCATE TABLE ${table}`);
  process.kill(stack.pidOf("api"), "SIGTERM");
  const busyDays = (table: string, where: string) =>
    `SELECT toDate(quarter) AS day, sum(people + bots) AS clicks FROM ${table}
     WHERE ${where} AND quarter < today() GROUP BY day HAVING clicks >= 5000`;
  const ofLink = `owner_id = '${ownerId}' AND link_id = '${busiest}'`;
  const left = `SELECT (SELECT count() FROM (${busyDays("link_quarter", ofLink)})
      WHERE day NOT IN (SELECT day FROM link_day_value WHERE ${ofLink} AND dimension = ''))
    + (SELECT count() FROM (${busyDays("owner_quarter", `owner_id = '${ownerId}'`)})
      WHERE day NOT IN (SELECT day FROM owner_day_value WHERE owner_id = '${ownerId}' AND field = ''))`;
  while ((await runSql(stack.clickHouseUrl, left)) !== "0") await sleep(500);
  while (
    !(await fetch(`${stack.appUrl}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await sleep(100);
}

/** The account's links as they stand in Postgres. */
export function linkIdsOf(databaseUrl: string, ownerId: string): Promise<string[]> {
  return selectIds(databaseUrl, "SELECT id FROM link WHERE owner_id = $1 ORDER BY id", [ownerId]);
}

/** Of these links, those that were made last. */
export function newestLinks(databaseUrl: string, ownerId: string, count: number): Promise<string[]> {
  const sql = "SELECT id FROM link WHERE owner_id = $1 ORDER BY created_at DESC LIMIT $2";
  return selectIds(databaseUrl, sql, [ownerId, count]);
}

async function selectIds(databaseUrl: string, sql: string, values: readonly (string | number)[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(sql, [...values]);
    return rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}
