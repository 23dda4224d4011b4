import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { demoAccount } from "@hoplog/stack/demo/fill.js";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { openAccount } from "../running/account.ts";
import { visitors } from "../browser/visitors.ts";
import { newTestStack, type TestStack } from "../running/runningStack.ts";
import { type Attempt, forbidden, isNoCall, outside, peeking, plans, settings, unstoppable } from "./attempts.ts";
import { documentedColumns, documentedQueries } from "./document.ts";
import { ask, createAccess, canLogIn, insideOf, type SqlAnswer, type SqlLogin } from "./sql.ts";

const other = { name: "Takeover Larch", group: "Confidential Birch", destination: "https://secret-larch.example/plan" };
let testStack: TestStack;
let inside: ReturnType<typeof insideOf>;
/** `demo` is the demo account with 40,000 clicks; `stranger` belongs to another account with a few clicks. */
let demo: SqlLogin;
let stranger: SqlLogin;
/** `third` belongs to an account without links and clicks. */
let third: SqlLogin;
let hidden: { name: string; code: string; linkId: string; accountId: string };
let canary: string;
const tried: string[] = [];

const tokens = z.object({ tokens: z.object({ accessToken: z.string() }) });

beforeAll(async () => {
  testStack = await newTestStack();
  await testStack.start({ env: { RATE_LIMITS: "off" } }).ready();
  canary = join(testStack.dataFolder, "canary.txt");
  writeFileSync(canary, "canary-of-this-machine");
  const env = {
    ...process.env,
    HOPLOG_DATA: testStack.dataFolder,
    APP_PORT: `${testStack.appPort}`,
    SHORT_PORT: `${testStack.shortPort}`,
  };
  await promisify(execFile)(process.execPath, ["stack/dist/boot/demo.js"], { cwd: repositoryRoot, env });
  const answer = await fetch(`${testStack.appUrl}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: demoAccount.email, password: demoAccount.password }),
  });
  const demoUser = { password: demoAccount.password, ...tokens.parse(await answer.json()) };
  const account = await openAccount(testStack.appUrl, "grace@example.com", "Grace Hopper");
  const groupId = await account.createGroup(other.group);
  const { id, code } = await account.createLink({ name: other.name, originalUrl: other.destination, groupId });
  for (const userAgent of Object.values(visitors)) {
    await fetch(`${testStack.shortUrl}/${code}`, { redirect: "manual", headers: { "user-agent": userAgent } });
  }
  const empty = await openAccount(testStack.appUrl, "kay@example.com", "Kay McNulty");
  [demo, stranger, third] = [
    await createAccess(testStack.appUrl, demoUser),
    await createAccess(testStack.appUrl, account),
    await createAccess(testStack.appUrl, empty),
  ];
  inside = insideOf(testStack);
  hidden = { name: other.name, code, linkId: id, accountId: stranger.user.slice("account_".length) };
  await vi.waitFor(async () => {
    expect(await canLogIn(stranger)).toBe(true);
    expect(await canLogIn(demo)).toBe(true);
    expect(await canLogIn(third)).toBe(true);
    expect((await ask(stranger, "SELECT count() FROM analytics.clicks")).text).toBe("4");
    expect((await ask(inside.analyst, "SELECT count() FROM analytics.links")).text).toBe("17");
  }, 60_000);
});
afterAll(async () => {
  await testStack.clear();
  console.log(`${tried.length} attempts to see or change what is not an analyst's own:\n${tried.join("\n")}`);
});

/** Secrets that no result and no error may reveal to an account. */
const secretsOf = () => [
  ...Object.values(inside.secrets),
  "canary-of-this-machine",
  demo.password,
  stranger.password,
  ...(readFileSync(join(testStack.dataFolder, "clickhouse/analysts/users.d/accounts.xml"), "utf8").match(
    /[0-9a-f]{64}/g,
  ) ?? []),
];
const strangers = () => [other.name, other.group, other.destination, hidden.code, hidden.linkId, hidden.accountId];

/** Returns the words in the answer that are not in the attempted statement, which error texts repeat. */
function leakedWords(words: readonly string[], answer: SqlAnswer, sql: string): string[] {
  return words.filter((word) => answer.text.includes(word) && !sql.includes(word));
}

async function attempt(login: SqlLogin, attempts: readonly Attempt[], words: readonly string[]): Promise<string[]> {
  const successes: string[] = [];
  for (const { sql, query, harmless } of attempts) {
    const answer = await ask(login, sql, query);
    const shown = query ? `${sql} with ?${query}` : sql;
    tried.push(`  ${login.user.slice(0, 8)} ${shown}: ${answer.error || "harmless"}`);
    const fine = answer.ok ? harmless?.test(answer.text) : answer.error !== "AUTHENTICATION_FAILED";
    if (!fine || leakedWords(words, answer, sql).length > 0) successes.push(`${shown}: ${answer.text.slice(0, 300)}`);
  }
  return successes;
}

describe("the views", () => {
  test("have the columns, types and comments that the documentation tells", async () => {
    const { text } = await ask(
      demo,
      `SELECT table AS view, name, type, comment FROM system.columns WHERE database = 'analytics'
       ORDER BY indexOf(['clicks', 'links', 'groups', 'daily', 'imported_visits', 'conversions'], table), position FORMAT JSONEachRow`,
    );
    const columns: unknown[] = text.split("\n").map((line) => JSON.parse(line));
    expect(columns).toEqual(documentedColumns());
    const views = await ask(demo, "SELECT name FROM system.tables WHERE database = 'analytics' AND comment != ''");
    expect(views.text.split("\n").toSorted()).toEqual([
      "clicks",
      "conversions",
      "daily",
      "groups",
      "imported_visits",
      "links",
    ]);
  });

  test("show an account its own rows, and the analyst everybody's", async () => {
    const count = (view: string) => `SELECT count(), uniqExact(workspace_id) FROM analytics.${view}`;
    expect((await ask(demo, count("clicks"))).text).toBe("40000\t1");
    expect((await ask(stranger, count("clicks"))).text).toBe("4\t1");
    expect((await ask(inside.analyst, count("clicks"))).text).toBe("40004\t2");
    expect((await ask(demo, count("links"))).text).toBe("16\t1");
    expect((await ask(stranger, count("links"))).text).toBe("1\t1");
    expect((await ask(inside.analyst, count("links"))).text).toBe("17\t2");
    expect((await ask(inside.analyst, count("groups"))).text).toBe("5\t2");
    const whole = "SELECT link_name, code, group_name, clicks, bot_clicks, visitors FROM analytics.daily";
    expect((await ask(stranger, whole)).text).toBe(`${other.name}\t${hidden.code}\t${other.group}\t3\t1\t3`);
  });

  test("show the user agents of own clicks, and to the analyst none", async () => {
    const agents = "SELECT countIf(user_agent != '') > 0, max(bot_rules) > 0 FROM analytics.clicks";
    expect((await ask(demo, agents)).text).toBe("1\t1");
    expect((await ask(stranger, agents)).text).toBe("1\t1");
    expect((await ask(inside.analyst, agents)).text).toBe("0\t1");
    expect(
      (
        await ask(
          inside.analyst,
          "SELECT uniqExact(user_agent) FROM analytics.clicks WHERE user_agent LIKE '%Mozilla%'",
        )
      ).text,
    ).toBe("0");
  });

  test.each(documentedQueries())("answer the documented query: $title", async ({ title, sql }) => {
    const { total, question = "" } = checks[title] ?? {};
    const ofRaw = async () =>
      Number((await ask(inside.service, question.replaceAll("OWNER", `'${demo.user.slice(8)}'`))).text);
    // Clicks leave a range that ends now while the query runs, so the result must be between the counts before and
    // after the query.
    const before = await ofRaw();
    const answer = await ask(demo, `${sql} FORMAT JSONEachRow`);
    const after = await ofRaw();
    expect(answer.error).toBe("");
    const rows = answer.text.split("\n").map((line) => z.record(z.string(), z.unknown()).parse(JSON.parse(line)));
    const sum = (column: string) => rows.reduce((all, row) => all + Number(row[column]), 0);
    expect(sum(total ?? ""), title).toBeGreaterThanOrEqual(Math.min(before, after));
    expect(sum(total ?? ""), title).toBeLessThanOrEqual(Math.max(before, after));
    expect(sum(total ?? "")).toBeGreaterThan(0);
  });
});

const ofPeople = "FROM hoplog.clicks WHERE owner_id = OWNER AND NOT is_bot";
const topSum = (list: string) => `SELECT sum(n) FROM (SELECT count() AS n ${ofPeople} ${list})`;

/** For each documented query: a column whose sum must equal a count of the raw rows. */
const checks: Readonly<Record<string, { total: string; question: string }>> = {
  "People and bots by day": { total: "people", question: `SELECT count() ${ofPeople} AND toDate(at) > today() - 30` },
  "The ten most clicked links": {
    total: "people",
    question: topSum("AND toDate(at) > today() - 30 GROUP BY link_id ORDER BY n DESC LIMIT 10"),
  },
  "Clicks by group": {
    total: "people",
    question: `SELECT count() ${ofPeople} AND link_id IN (SELECT link_id FROM hoplog.links WHERE group_id != '00000000-0000-0000-0000-000000000000')`,
  },
  "Clicks per visitor": { total: "people", question: `SELECT count() ${ofPeople}` },
  "Countries and their share": {
    total: "people",
    question: `SELECT count() ${ofPeople} AND at > now() - INTERVAL 30 DAY`,
  },
  "The busiest hours of the week": {
    total: "people",
    question: topSum("GROUP BY toDayOfWeek(at), toHour(at) ORDER BY n DESC LIMIT 24"),
  },
  Referrers: { total: "people", question: topSum("GROUP BY referrer ORDER BY n DESC LIMIT 20") },
  Campaigns: { total: "people", question: `SELECT count() ${ofPeople} AND utm_campaign != ''` },
  "Bots by reason": {
    total: "visits",
    question: "SELECT count() FROM hoplog.clicks WHERE owner_id = OWNER AND is_bot",
  },
  "This week and the week before": {
    total: "this_week",
    question: `SELECT count() ${ofPeople} AND toDate(at) > today() - 7`,
  },
};

describe("queries of accounts and of the analyst", () => {
  const slow = "SELECT count() FROM numbers(400000000) WHERE SHA512(toString(number)) = 'x'";

  test("take turns: who asks little gets an answer while others ask much without a pause", async () => {
    const ended: string[] = [];
    const heavy = Array.from({ length: 5 }, (_, i) =>
      [demo, third].map(async (login) => {
        const { error } = await ask(login, slow, `max_execution_time=${8 + i}`);
        ended.push(error);
      }),
    ).flat();
    try {
      const seen = `SELECT user FROM system.processes WHERE query LIKE '%SHA512%' AND user LIKE 'account%' ORDER BY user`;
      // One query of each account runs, and the other queries wait.
      const busy = [demo.user, third.user].toSorted().join("\n");
      await expect.poll(async () => (await ask(inside.copies, seen)).text || ended).toBe(busy);
      const refusal = "TOO_MANY_SIMULTANEOUS_QUERIES";
      const others = () => ended.filter((error) => error !== refusal);
      expect(others()).toEqual([]);
      const answers = await Promise.all([
        ask(stranger, "SELECT 1"),
        ask(inside.analyst, "SELECT count() FROM analytics.links"),
      ]);
      const texts = answers.map(({ text }) => text);
      expect({ texts, ended: others() }).toEqual({ texts: ["1", "17"], ended: [] });
      await Promise.all(heavy);
      expect(new Set(others())).toEqual(new Set(["TIMEOUT_EXCEEDED"]));
    } finally {
      // If an expectation fails, wait for the remaining queries: an error after the test would belong to no test, and
      // the file would not be run again.
      await Promise.allSettled(heavy);
    }
  });

  test("wait without cost to the hour's budget, and those with subqueries don't wait for themselves", async () => {
    const budget = async () =>
      Number((await ask(third, "SELECT execution_time FROM system.quota_usage FORMAT TSV")).text.split("\n")[0]);
    const before = await budget();
    await Promise.all([ask(third, slow, "max_execution_time=3"), ask(third, "SELECT 1", "max_execution_time=30")]);
    expect((await budget()) - before).toBeLessThan(1);
    const nested =
      "SELECT count() FROM analytics.links WHERE code IN (SELECT code FROM analytics.clicks) AND code != (SELECT max(name) FROM analytics.groups)";
    const answers = await Promise.all(
      [demo, stranger, inside.analyst, demo, stranger].map((login) => ask(login, nested)),
    );
    expect(answers.map(({ text }) => text)).toEqual(["16", "1", "17", "16", "1"]);
  });
});

describe("nobody gets further", () => {
  test("with a wrong password, without one, or as the reader of the views", async () => {
    for (const [user, password] of [
      [demo.user, stranger.password],
      [demo.user, ""],
      ["analyst", "guess"],
      ["analytics_reader", ""],
      ["default", ""],
      ["account_00000000-0000-0000-0000-000000000000", ""],
    ] as const) {
      const answer = await ask({ ...demo, user, password }, "SELECT 1");
      tried.push(`  ${user}: ${answer.error}`);
      expect({ user, ok: answer.ok }).toEqual({ user, ok: false });
    }
  });

  test("to files, other servers and other tables, by any function, statement or setting", async () => {
    const attempts = [
      ...outside(canary, testStack.appUrl),
      ...outside("/etc/passwd", testStack.appUrl),
      ...forbidden,
      ...settings,
      ...unstoppable,
    ];
    for (const login of [demo, inside.analyst]) {
      expect(await attempt(login, attempts, [...secretsOf(), "root:x:0"])).toEqual([]);
    }
    expect((await ask(inside.service, "SELECT count() FROM hoplog.clicks")).text).toBe("40004");
  });

  test("to another account's rows, by questions, joins, errors or casts", async () => {
    expect(await attempt(demo, peeking(hidden), [...secretsOf(), ...strangers()])).toEqual([]);
  });

  test("to the plan of a query, which tells of other accounts' rows", async () => {
    expect(await attempt(demo, plans, [...secretsOf(), ...strangers()])).toEqual([]);
    // Allowed statements: those that analysts' tools send, and plans for the operator's login.
    expect((await ask(demo, "DESCRIBE (SELECT link_id FROM analytics.clicks)")).text).toContain("UUID");
    expect((await ask(demo, "EXPLAIN SELECT 1")).ok).toBe(true);
    expect((await ask(inside.analyst, "EXPLAIN SELECT count() FROM analytics.clicks")).ok).toBe(true);
  });

  test("to the plan by way of the id of another's query", async () => {
    const ending = new AbortController();
    const id = "the-same-query-id";
    const running = (async () => {
      while (!ending.signal.aborted)
        await ask(
          third,
          "SELECT count() FROM numbers(400000000) WHERE SHA512(toString(number)) = 'x'",
          `query_id=${id}&max_execution_time=2`,
        );
    })();
    const there = `SELECT count() FROM system.processes WHERE query_id = '${id}'`;
    await expect.poll(async () => (await ask(inside.copies, there)).text).toMatch(/^1$/m);
    const answer = await ask(demo, "EXPLAIN SELECT count() FROM analytics.clicks", `query_id=${id}`);
    ending.abort();
    await running;
    expect(answer.error).toBe("QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING");
  });

  test("by every system table there is", async () => {
    const { text } = await ask(
      inside.service,
      "SELECT name FROM system.tables WHERE database = 'system' ORDER BY name",
    );
    const folder = testStack.dataFolder;
    const readable: string[] = [];
    for (const table of text.split("\n")) {
      const columns = table === "databases" ? "* EXCEPT data_path" : "*";
      const answer = await ask(demo, `SELECT ${columns} FROM system.${table} LIMIT 100000`);
      tried.push(`  account_ system.${table}: ${answer.error || "harmless"}`);
      if (answer.ok) readable.push(table);
      expect({ table, leakedWords: leakedWords([...secretsOf(), ...strangers(), folder], answer, "") }).toEqual({
        table,
        leakedWords: [],
      });
    }
    for (const table of [
      "users",
      "grants",
      "processes",
      "row_policies",
      "parts",
      "dictionaries",
      "errors",
      "query_cache",
    ])
      expect(readable).not.toContain(table);
    expect(readable).toContain("tables");
  });

  test("by every function that takes nothing or one text", async () => {
    const { text } = await ask(
      inside.service,
      "SELECT name FROM system.functions WHERE NOT is_aggregate AND origin = 'System' AND name NOT LIKE 'sleep%' ORDER BY name",
    );
    const words = [...secretsOf(), ...strangers(), "root:x:0"];
    const calls: string[] = [];
    // The service user has all rights, so its errors show which calls exist. An account's login is refused before a
    // call is resolved.
    for (const name of text.split("\n")) {
      const isCall = async (sql: string) => !isNoCall.has((await ask(inside.service, sql)).error);
      const call = (argument: string) => `SELECT toString(\`${name}\`(${argument}))`;
      if (await isCall(call(""))) calls.push(call(""));
      if (await isCall(call("''"))) calls.push(call(`'${canary}'`), call("'/etc/passwd'"));
    }
    expect(calls.length).toBeGreaterThan(500);
    const found: string[] = [];
    // An account may run 2,000 queries per hour, so several accounts share the calls.
    const callsOfOne = 1800;
    for (let first = 0; first < calls.length; first += callsOfOne) {
      const account = await openAccount(testStack.appUrl, `functions${first}@example.com`);
      const login = await createAccess(testStack.appUrl, account);
      await expect.poll(() => canLogIn(login)).toBe(true);
      for (const sql of calls.slice(first, first + callsOfOne)) {
        const answer = await ask(login, sql);
        if (answer.error === "QUOTA_EXCEEDED" || leakedWords(words, answer, sql).length > 0) found.push(sql);
      }
    }
    tried.push(
      `  account_ each of ${text.split("\n").length} functions, without an argument and with a file's path, where it takes that: ${calls.length} calls`,
    );
    expect(found).toEqual([]);
  });

  test("by a query too large: it is ended, and everybody else's go on", async () => {
    const heavy = [
      [
        "SELECT count() FROM numbers(400000000) WHERE SHA512(toString(number)) = 'x'",
        "max_execution_time=1",
        "TIMEOUT_EXCEEDED",
      ],
      ["SELECT length(groupArray(number)) FROM numbers(300000000)", "", "MEMORY_LIMIT_EXCEEDED"],
      ["SELECT number FROM numbers(2000000)", "wait_end_of_query=1", "TOO_MANY_ROWS_OR_BYTES"],
    ] as const;
    for (const [sql, query, error] of heavy) {
      const answer = await ask(demo, sql, query);
      tried.push(`  account_ ${sql}: ${answer.error}`);
      expect({ sql, text: answer.text }).toEqual({ sql, text: expect.stringContaining(error) });
    }
  });
});
