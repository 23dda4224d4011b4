import { createHash } from "node:crypto";
import { consoleLimits, consoleUsers } from "@hoplog/schema/analysts.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { visitors } from "../browser/visitors.ts";
import { type Attempt, forbidden, outside, peeking, plans, settings, unstoppable } from "./attempts.ts";
import {
  type Asker,
  cell,
  type ConsoleStack,
  hiddenThings as other,
  newConsoleStack,
  postInTurn,
  refusal,
  result,
  run,
} from "./consoleStack.ts";
import { ask } from "./sql.ts";

let stack: ConsoleStack;
let testStack: ConsoleStack["testStack"];
let inside: ConsoleStack["inside"];
let ada: Asker;
let grace: Asker;
let hidden: ConsoleStack["hidden"];

beforeAll(async () => {
  stack = await newConsoleStack();
  ({ testStack, inside, ada, grace, hidden } = stack);
});
afterAll(() => testStack.clear());

describe("a query in the console", () => {
  test("sees its own account's rows in every view", async () => {
    for (const [account, links] of [
      [ada, "Of Ada"],
      [grace, other.name],
    ] as const) {
      for (const view of ["clicks", "links", "daily"])
        expect(await run(account, `SELECT DISTINCT toString(workspace_id) FROM ${view}`)).toMatchObject({
          rows: [[account.id]],
        });
      expect(await cell(account, "SELECT name FROM analytics.links")).toBe(links);
    }
    expect(await cell(ada, "SELECT count() FROM groups")).toBe("0");
    expect(await cell(grace, "SELECT name FROM groups")).toBe(other.group);
    expect(await cell(ada, "SELECT max(user_agent) FROM clicks")).toBe(visitors.firefoxOnLinux);
  });

  test("of one account after the other's in the same place never sees its rows", async () => {
    const ask = async (account: Asker, count: string) => {
      for (let i = 0; i < 25; i++)
        expect(
          await run(account, "SELECT toString(any(workspace_id)), count(), currentUser() FROM clicks"),
        ).toMatchObject({
          rows: [[account.id, count, expect.stringMatching(/^console_[12]$/)]],
        });
    };
    await Promise.all([ask(ada, "3"), ask(grace, "2")]);
    // The result of one account must not be served to the other from a cache, although the filter is the same.
    for (const account of [ada, grace, ada])
      expect(await cell(account, "SELECT count() FROM clicks WHERE country = '' AND NOT is_bot")).toBe(
        account === ada ? "3" : "2",
      );
  });

  test("has values as they are, types, what it took, and a bounded table", async () => {
    const values = await run(
      ada,
      "SELECT NULL AS n, 18446744073709551615::UInt64 AS big, [1, 2] AS list, 'é\"' AS text, toDate('2026-01-02') AS day, 0.5 AS f",
    );
    expect(values).toMatchObject({
      rows: [[null, "18446744073709551615", [1, 2], 'é"', "2026-01-02", 0.5]],
      truncated: false,
    });
    expect(values.columns[1]).toEqual({ name: "big", type: "UInt64" });
    const long = await run(ada, "SELECT number FROM numbers(100000)");
    expect([long.rows.length, long.truncated]).toEqual([10_000, true]);
    expect(long.rowsRead).toBeGreaterThan(10_000);
    const wide = await run(ada, "SELECT repeat('x', 1000000) FROM numbers(100)");
    expect([wide.rows.length, wide.truncated]).toEqual([3, true]);
    expect((await run(ada, "SELECT number FROM numbers(100000) SETTINGS max_result_rows = 90000")).truncated).toBe(
      true,
    );
    expect(await run(ada, "SET join_use_nulls = 1")).toMatchObject({ columns: [], rows: [] });
  });

  test("comes as CSV and Parquet, whole, and no cell of CSV is a formula", async () => {
    const csv = await postInTurn(ada, "SELECT number AS n, concat('a,', toString(number)) AS s FROM numbers(300000)", {
      format: "csv",
    });
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(csv.headers.get("content-disposition")).toMatch(/^attachment; filename="query-[\dT-]+\.csv"$/);
    const lines = (await csv.text()).trimEnd().split("\r\n");
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([300_001, "n,s", '299999,"a,299999"']);
    const cells = `'=cmd|1' AS "@name", '-1+1', -9223372036854775808, toDecimal128('-0.12345678901234567890', 20), NULL, -inf, [1, 2], ';=1'`;
    const raw = await postInTurn(ada, `SELECT ${cells}`, { format: "csv" });
    const [heading = "", written] = (await raw.text()).split("\r\n");
    expect(heading.startsWith(`"'@name"`)).toBe(true);
    expect(written).toBe(`"'=cmd|1","'-1+1",-9223372036854775808,-0.1234567890123456789,,"'-inf","[1,2]",";'=1"`);
    const parquet = await postInTurn(ada, "SELECT number, rand64() AS r, repeat('abc', 40) FROM numbers(1000000)", {
      format: "parquet",
    });
    expect([parquet.status, parquet.ok || (await parquet.text())]).toEqual([200, true]);
    const bytes = Buffer.from(await parquet.arrayBuffer());
    expect([bytes.subarray(0, 4).toString(), bytes.subarray(-4).toString()]).toEqual(["PAR1", "PAR1"]);
    expect(bytes.length).toBeGreaterThan(8_000_000);
    // A failed query must return an error, not half a file.
    const failed = await postInTurn(ada, "SELECT throwIf(number = 900000) FROM numbers(1000000)", { format: "csv" });
    expect([failed.status, failed.headers.get("content-disposition")]).toEqual([422, null]);
    const tooLong = await postInTurn(ada, "SELECT number FROM numbers(3000000)", { format: "csv" });
    expect(await tooLong.text()).toContain("TOO_MANY_ROWS_OR_BYTES");
  });

  test("is refused in ClickHouse's words, on the query, without inside names", async () => {
    const { status, text } = await refusal(ada, "SELECT nothing FROM clicks");
    expect(status).toBe(422);
    expect(JSON.parse(text)).toMatchObject({
      error: {
        type: "VALIDATION_ERROR",
        details: { fields: [{ field: "query", message: expect.stringContaining("UNKNOWN_IDENTIFIER") }] },
      },
    });
    expect((await refusal(ada, "SELECT * FROM hoplog.clicks")).text).not.toMatch(/console_\d/);
    for (const empty of ["", " ", "x".repeat(9000)]) expect((await refusal(ada, empty)).status).toBe(422);
  });

  test("can't choose another format, nor a file", async () => {
    for (const query of [
      "SELECT 1 FORMAT JSON",
      "SELECT 1 FORMAT Null",
      "SELECT 1 FORMAT TabSeparated",
      "SELECT 1 INTO OUTFILE '/tmp/hoplog-x' FORMAT CSV",
      "SELECT 1; SELECT 2",
    ]) {
      for (const format of ["table", "csv", "parquet"] as const) {
        const answer = await postInTurn(ada, query, { format });
        expect({ query, status: answer.status }).toEqual({ query, status: 422 });
        await answer.text();
      }
    }
    expect(await cell(ada, "SELECT 7 FORMAT JSONCompactEachRowWithNamesAndTypes")).toBe(7);
    expect(await cell(ada, "SELECT 7; ")).toBe(7);
  });
});

describe("nobody gets further by the console", () => {
  const words = () => [
    ...Object.values(inside.secrets),
    createHash("sha256").update(inside.secrets.console).digest("hex"),
    other.name,
    other.group,
    other.destination,
    hidden.code,
    hidden.linkId,
    hidden.accountId,
    "root:x:0",
  ];

  async function successes(attempts: readonly Attempt[]): Promise<string[]> {
    const found: string[] = [];
    for (const { sql, query, harmless } of attempts) {
      // Skips attempts that set URL parameters, because console callers cannot set the URL of the ClickHouse query.
      if (query !== undefined) continue;
      const answer = await postInTurn(ada, sql);
      const text = await answer.text();
      const table = answer.ok ? result.parse(JSON.parse(text)).data : null;
      const shown = table?.rows.map((row) => row.join("\t")).join("\n") ?? "";
      const fine = answer.ok ? harmless?.test(shown) : answer.status === 422;
      const leaks = words().filter((word) => text.includes(word) && !sql.includes(word));
      if (!fine || leaks.length > 0) found.push(`${sql}: ${answer.status} ${text.slice(0, 300)}`);
    }
    return found;
  }

  test("to files, other servers and other tables, by any function, statement or setting", async () => {
    const attempts = [...outside("/etc/passwd", testStack.appUrl), ...forbidden, ...settings, ...unstoppable];
    expect(await successes(attempts)).toEqual([]);
    expect((await ask(inside.service, "SELECT count() FROM hoplog.clicks")).text).toBe("5");
  });

  test("to another account's rows or the plan of a query, by questions, joins, errors, casts or EXPLAIN", async () => {
    expect(await successes([...peeking(hidden), ...plans])).toEqual([]);
  });

  test("by naming the account in a query: in settings, parameters, headers, users or sessions", async () => {
    const own: Attempt[] = [
      "SELECT getClientHTTPHeader('X-Hoplog-Account')",
      "SELECT getClientHTTPHeader('X-ClickHouse-Key')",
      "SELECT count() FROM clicks SETTINGS allow_get_client_http_header = 1",
      "SELECT count() FROM clicks SETTINGS allow_get_client_http_header = 0",
      "SELECT count() FROM clicks SETTINGS use_query_condition_cache = 1",
      "SELECT count() FROM clicks SETTINGS use_query_cache = 1, query_cache_share_between_users = 1",
      "SELECT count() FROM clicks SETTINGS limit = 0, SQL_account = 'x'",
      "SELECT {account:String}",
      "SET param_account = 'x'",
      "EXECUTE AS console_2 SELECT count() FROM clicks",
      "EXECUTE AS analyst SELECT count() FROM clicks",
      "SET ROLE ALL",
      "SELECT * FROM system.query_log",
      "SELECT * FROM system.query_cache",
      "SELECT * FROM system.processes",
      "SELECT * FROM system.sessions",
      "SELECT create_table_query FROM system.tables WHERE database = 'hoplog'",
      "KILL QUERY WHERE user = 'console_1'",
    ].map((sql) => ({ sql, harmless: /^$/ }));
    expect(await successes(own)).toEqual([]);
  });

  test("as one of its users without its password, or with the header as anybody else", async () => {
    const header = { "X-Hoplog-Account": grace.id };
    const { url } = inside.analyst;
    const asUser = async (user: string, password: string, sql: string) => {
      const headers = { "X-ClickHouse-User": user, "X-ClickHouse-Key": password, ...header };
      const answer = await fetch(`${url}/?database=analytics`, { method: "POST", headers, body: sql });
      return { ok: answer.ok, text: (await answer.text()).trim() };
    };
    for (const user of consoleUsers)
      for (const password of ["", "guess", createHash("sha256").update(inside.secrets.console).digest("hex")])
        expect((await asUser(user, password, "SELECT 1")).ok).toBe(false);
    // The console's own login sees no rows without an account header.
    const nobody = { user: "console_1", password: inside.secrets.console, url };
    expect((await ask(nobody, "SELECT count() FROM analytics.clicks")).text).toBe("0");
    expect((await asUser("analyst", inside.secrets.analyst, "SELECT uniqExact(workspace_id) FROM clicks")).text).toBe(
      "2",
    );
  });
});

describe("the limits", () => {
  test("are those that are shown", async () => {
    const shown = await run(
      ada,
      `SELECT getSetting('max_execution_time')::Float64, getSetting('max_memory_usage'), getSetting('max_rows_to_read'),
       getSetting('workload') = currentUser(), getSetting('priority'), getSetting('readonly')`,
    );
    expect(shown.rows[0]).toEqual([consoleLimits.seconds, consoleLimits.memoryBytes, consoleLimits.rowsRead, 1, 2, 1]);
    expect(
      (await refusal(ada, `SELECT 1 SETTINGS max_execution_time = ${consoleLimits.secondsMax + 1}`)).text,
    ).toContain("SETTING_CONSTRAINT_VIOLATION");
    const workloads = await ask(
      inside.service,
      "SELECT name FROM system.workloads WHERE name LIKE 'console%' ORDER BY name",
    );
    expect(workloads.text.split("\n")).toEqual(consoleUsers);
  });

  test("of an hour are an account's own, in whichever place its queries run", async () => {
    const usage = `SELECT max_queries, max_execution_time FROM system.quota_usage WHERE quota_name = 'console'`;
    expect((await run(ada, usage)).rows[0]).toEqual([String(consoleLimits.queriesInHour), consoleLimits.secondsInHour]);
    const key = "SELECT quota_key, queries FROM system.quota_usage";
    const [[adasKey] = []] = (await run(ada, key)).rows;
    const [[gracesKey] = []] = (await run(grace, key)).rows;
    expect([adasKey, gracesKey]).toEqual([ada.id, grace.id]);
  });
});
