import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { chmod, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { save } from "../config/config.ts";
import { type Answer, openServer } from "../testing/openServer.ts";
import { runHere } from "../testing/runHere.ts";

function settings(): NodeJS.ProcessEnv {
  const folder = mkdtempSync(join(tmpdir(), "hoplog-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return { XDG_CONFIG_HOME: folder };
}

async function open(answer: Answer) {
  const server = await openServer(answer);
  return { server, env: { ...settings(), HOPLOG_URL: server.url, HOPLOG_KEY: "hop_key", NO_COLOR: "1" } };
}

const evil = "\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e\u2066\r\n\u001b[1A";
const controls = /[^\n\P{Cc}]|[\p{Cf}\p{Zl}\p{Zp}]/u;
const link = {
  _id: `id${evil}`,
  name: `name${evil}`,
  originalUrl: `https://example.com/${evil}`,
  shortUrl: `code${evil}`,
  fullShortUrl: `https://short.example/${evil}`,
  groupId: { _id: "g", name: `group${evil}` },
  noOfClicks: 3,
  tags: [`tag${evil}`],
  note: `note${evil}`,
  externalId: evil,
  isArchived: false,
  isActive: true,
  createdAt: evil,
  expiresAt: evil,
  banReason: evil,
};
const click = {
  _id: "c",
  timestamp: evil,
  code: `visited${evil}`,
  linkName: evil,
  city: evil,
  country: evil,
  device: evil,
  browser: evil,
  referrer: evil,
  isBot: true,
  botReason: evil,
};
const tops = [{ _id: evil, count: 2 }];

/** Responds like hoplog, with escape sequences in every text. */
const hostile: Answer = ({ path }) => {
  const ok = (data: object, more: object = {}) => ({ body: { success: true, data, ...more } });
  if (path === "/api/live")
    return {
      body: `event: window\ndata: ${JSON.stringify({ clicks: [click], sampledOf: 9 })}\n\nevent: clicks\ndata: ${JSON.stringify({ clicks: [], sampledOf: 9 })}\n\n`,
    };
  if (path === "/api/keys/current") return ok({ name: evil, scopes: [evil], expiresAt: evil });
  if (path === "/api/auth/profile") return ok({ name: evil, email: evil });
  if (path === "/api/urls") return ok([link], { pagination: { page: 1, limit: 20, total: 2, pages: 2 } });
  if (path === "/api/codes/check") return ok({ link: { _id: "1" } });
  if (path.endsWith("/stats"))
    return ok({
      totalClicks: 1,
      uniqueIPs: 1,
      clicksByDate: [{ _id: evil, clicks: 1 }],
      topCountries: tops,
      topReferrers: tops,
      topDevices: tops,
      topBrowsers: tops,
    });
  if (path === "/api/analytics") return ok({ figures: { clicks: 1, uniqueVisitors: 1 }, chart: [] });
  if (path === "/api/analytics/top") return ok({ rows: [{ value: evil, clicks: 1 }], distinct: 1 });
  if (path === "/api/conversions/figures") {
    const sold = { leads: 1, sales: 1, revenue: [{ currency: evil, amount: 5 }], people: 1, rate: 1 };
    return ok({ ...sold, chart: null, byDay: [], byRoute: [{ ...sold, rule: 1, arm: 2 }] });
  }
  if (path === "/api/urls/bulk") return ok({});
  if (path.startsWith("/api/imports")) {
    const losses = [{ kind: evil, links: 1 }];
    return ok({
      _id: "1",
      state: evil,
      problem: evil,
      losses,
      columns: [{ name: evil, use: null, isChosen: false, filled: 1, closes: true }],
      warnings: [evil],
      total: 1,
      toCreate: 1,
      existing: 0,
      rejected: 0,
      done: 0,
      failed: 0,
    });
  }
  if (path.startsWith("/api/urls/")) return ok(link);
  const fields = [{ field: evil, message: evil }];
  return {
    status: 422,
    body: { success: false, message: evil, error: { type: "VALIDATION_ERROR", message: evil, details: { fields } } },
  };
};

describe("a server that sends escape sequences", () => {
  test.each([
    ["whoami"],
    ["link list"],
    ["link show code"],
    ["link edit code --note x"],
    ["link off code"],
    ["link create https://example.com/"],
    ["link delete code --yes"],
    ["stats code"],
    ["stats"],
    ["tail"],
    ["link list --group x"],
    [`import ${import.meta.filename}`],
  ])("controls nothing by what %s says", async (words) => {
    const { env } = await open(hostile);
    for (const more of [[], ["--json"]]) {
      const over = new AbortController();
      const onWrite = (text: string): void => {
        if (words === "tail" && text.includes("visited")) over.abort();
      };
      const { stdout, stderr } = await runHere([...words.split(" "), ...more], { env, signal: over.signal, onWrite });
      expect(stdout + stderr).not.toBe("");
      expect(stdout.replaceAll("\n", "")).not.toMatch(controls);
      expect(stderr.replaceAll(/\r *\r/g, "").replaceAll("\n", "")).not.toMatch(controls);
    }
  });
});

test("figures say what clicks became, each currency by itself and by arm, and nothing of it where they became nothing", async () => {
  const revenue = [
    { currency: "EUR", amount: 9800 },
    { currency: "JPY", amount: 500 },
  ];
  const none = { leads: 0, sales: 0, revenue: [], people: 4, rate: 0 };
  const told = async (answer: object | null) => {
    const { env } = await open((asked) =>
      asked.path === "/api/conversions/figures"
        ? answer
          ? { body: { success: true, data: answer } }
          : {
              status: 404,
              body: { success: false, message: "No", error: { type: "NOT_FOUND_ERROR", message: "No", details: {} } },
            }
        : hostile(asked),
    );
    const [of, all, json] = await Promise.all(
      [["stats", "code"], ["stats"], ["stats", "--json"]].map((words) => runHere(words, { env })),
    );
    return { of: of?.stdout ?? "", all: all?.stdout ?? "", json: JSON.parse(json?.stdout ?? "{}").conversions };
  };
  const byRoute = [
    { rule: 0, arm: 1, leads: 1, sales: 2, revenue, people: 30, rate: 0.1 },
    { rule: 3, arm: 2, leads: 0, sales: 0, revenue: [], people: 20, rate: 0 },
  ];
  const sold = { leads: 1, sales: 2, revenue, people: 50, rate: 0.06, chart: null, byDay: [] };
  const { of, all, json } = await told({ ...sold, byRoute });
  expect(of).toContain("conversions: 1 lead, 2 sales, €98.00, ¥500; 6.0 % of clicks by people\n");
  expect(of).toMatch(/arm 1 +30 clicks, 1 lead, 2 sales, €98\.00, ¥500, 10\.0 %\n/);
  expect(of).toMatch(/rule 3, arm 2 +20 clicks, 0 leads, 0 sales, 0\.0 %\n/);
  expect(json).toMatchObject({ leads: 1, sales: 2, revenue });
  expect(all).toContain("conversions: 1 lead");
  // Includes responses of servers that don't support conversions.
  for (const answer of [{ ...none, chart: null, byDay: [], byRoute: [] }, null]) {
    const quiet = await told(answer);
    expect(quiet.of + quiet.all).not.toContain("conversions:");
    expect(quiet.json).toBeNull();
  }
});

describe("the saved key", () => {
  test("is for its user alone, whatever the file was before", async () => {
    const env = settings();
    const folder = join(env["XDG_CONFIG_HOME"] ?? "", "hoplog");
    await mkdir(folder);
    writeFileSync(join(folder, "config.json"), "{}");
    await chmod(join(folder, "config.json"), 0o666);
    await chmod(folder, 0o777);
    const file = await save(env, { url: "https://a.example", key: "hop_a" });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ url: "https://a.example", key: "hop_a" });
  });

  test("goes to its own server alone", async () => {
    const mine = await openServer(hostile);
    const other = await openServer(hostile);
    const env = settings();
    await save(env, { url: mine.url, key: "hop_mine" });
    expect((await runHere(["whoami"], { env })).code).toBe(0);
    expect(mine.asked.map(({ authorization }) => authorization)).toEqual(["Bearer hop_mine", "Bearer hop_mine"]);
    for (const args of [
      ["whoami", "--url", other.url],
      ["link", "list", "--url", other.url],
    ]) {
      const { code, stderr } = await runHere(args, { env });
      expect(code).toBe(1);
      expect(stderr).toContain(`No API key is saved for ${other.url}`);
    }
    await runHere(["whoami"], { env: { ...env, HOPLOG_URL: other.url } });
    expect(other.asked).toEqual([]);
    await runHere(["whoami"], { env: { ...env, HOPLOG_URL: other.url, HOPLOG_KEY: "hop_other" } });
    expect(other.asked.map(({ authorization }) => authorization)).toEqual(["Bearer hop_other", "Bearer hop_other"]);
    expect((await runHere(["logout"], { env })).code).toBe(0);
    expect((await runHere(["whoami", "--url", mine.url], { env })).code).toBe(1);
  });

  test("that can't be read is said, not thrown", async () => {
    const env = settings();
    const file = await save(env, { url: "https://a.example", key: "hop_a" });
    for (const text of ["", "[]", "null", `{"url":1,"key":"a"}`]) {
      writeFileSync(file, text);
      const { code, stderr } = await runHere(["whoami", "--json"], { env });
      expect(code).toBe(2);
      expect(JSON.parse(stderr).error.message).toContain('run "hoplog login" again');
    }
  });
});

test("a key that isn't valid says what to do, and a server that isn't hoplog is told", async () => {
  const refused = await open(() => ({
    status: 401,
    body: { success: false, message: "No", error: { type: "AUTHENTICATION_ERROR", message: "No", details: {} } },
  }));
  const { code, stderr } = await runHere(["link", "list"], { env: refused.env });
  expect(code).toBe(1);
  expect(stderr).toContain(`run "hoplog login"`);
  const other = await open(() => ({ body: { hello: "world" } }));
  const told = await runHere(["link", "list", "--json"], { env: other.env });
  expect(JSON.parse(told.stderr).error).toMatchObject({ type: "UNEXPECTED_ANSWER", status: 200 });
  for (const url of ["ftp://example.com", "https://user@example.com", "nowhere"])
    expect((await runHere(["link", "list", "--url", url], { env: other.env })).code).toBe(2);
});

test("colour is for terminals, and for those who want it", async () => {
  const { env } = await open(hostile);
  const coloured = async (more: NodeJS.ProcessEnv, isTTY: boolean) =>
    (await runHere(["link", "list"], { env: { ...env, ...more }, isTTY })).stdout.includes("\u001b[2m");
  expect(await coloured({ NO_COLOR: "" }, true)).toBe(true);
  expect(await coloured({ NO_COLOR: "1" }, true)).toBe(false);
  expect(await coloured({ NO_COLOR: "" }, false)).toBe(false);
  expect(await coloured({ NO_COLOR: "", TERM: "dumb" }, true)).toBe(false);
});

test("every command says what it does", async () => {
  const env = settings();
  const general = await runHere(["--help"], { env });
  expect(general).toMatchObject({ code: 0, stderr: "" });
  const names = Array.from(
    general.stdout.matchAll(/^ {2}([a-z]+(?: (?:list|create|show|edit|delete|on|off))?)\b/gm),
    ([, name = ""]) => name,
  );
  expect(names.length).toBeGreaterThan(12);
  for (const name of names) {
    const { code, stdout } = await runHere([...name.split(" "), "--help"], { env });
    expect({ name, code }).toEqual({ name, code: 0 });
    expect(stdout).toContain(`Usage: hoplog ${name}`);
  }
  expect((await runHere([], { env })).code).toBe(2);
  expect((await runHere(["link"], { env })).code).toBe(2);
});

describe("a link that is named by a URL of another host", () => {
  const server: Answer = ({ path }) => {
    if (path === "/api/codes/check") return { body: { success: true, data: { link: { _id: "1" } } } };
    const url = { ...link, _id: "1", shortUrl: "poster", fullShortUrl: "https://go.example/poster" };
    return { body: { success: true, url, data: url } };
  };

  test.each(["link delete https://example.com/poster --yes", "link off https://example.com/poster"])(
    "is not found by %s",
    async (words) => {
      const { server: asked, env } = await open(server);
      const { code, stderr } = await runHere(words.split(" "), { env });
      expect([code, stderr]).toEqual([1, expect.stringContaining("Link not found: https://example.com/poster")]);
      expect(asked.asked.map(({ method }) => method)).not.toContain("DELETE");
    },
  );

  test("is found at its own", async () => {
    const { env } = await open(server);
    const { code } = await runHere(["link", "show", "https://go.example/poster"], { env });
    expect(code).toBe(0);
  });
});

describe("an import", () => {
  const importOf = (more: object) => ({
    success: true,
    data: {
      _id: "1",
      problem: null,
      losses: [],
      columns: [],
      warnings: [],
      total: 1,
      existing: 0,
      rejected: 0,
      done: 0,
      failed: 0,
      ...more,
    },
  });

  test("whose start is refused is cancelled, and one that has begun goes on", async () => {
    for (const state of ["ready", "running"]) {
      let isAsked = false;
      const { server, env } = await open(({ method, path }) => {
        if (path.endsWith("/start")) {
          isAsked = true;
          return {
            status: 422,
            body: { success: false, message: "no", error: { type: "VALIDATION_ERROR", message: "no" } },
          };
        }
        const isBegun = isAsked && method === "GET";
        return { body: importOf({ state: isBegun ? state : "ready", toCreate: 1 }) };
      });
      const { code } = await runHere(["import", import.meta.filename, "--yes"], { env });
      expect(code).toBe(1);
      const cancelled = server.asked.some(({ method, path }) => method === "DELETE" || path.endsWith("/cancel"));
      expect(cancelled).toBe(state === "ready");
    }
  });

  test("chooses columns, and lists those that nothing reads", async () => {
    const column = { name: "Team", use: null, isChosen: false, filled: 2, closes: false };
    const { server, env } = await open(() => ({
      body: importOf({ state: "ready", toCreate: 0, columns: [column], warnings: ["No code"] }),
    }));
    const words = ["import", import.meta.filename, "--dry-run", "--column", "a=b=code", "--column", "Internal=ignore"];
    const { code, stdout } = await runHere(words, { env });
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^No code\.\n {2}Column Team is ignored; it has values in 2 rows\n/),
    ]);
    const changed = server.asked.find(({ method }) => method === "PATCH");
    expect(JSON.parse(changed?.body ?? "")).toEqual({ columns: { "a=b": "code", Internal: "ignore" } });
    expect(await runHere(["import", import.meta.filename, "--column", "a=b"], { env })).toMatchObject({ code: 2 });
  });

  test("that has nothing to make says so as JSON too", async () => {
    const { env } = await open(() => ({ body: importOf({ state: "ready", toCreate: 0 }) }));
    const { code, stdout } = await runHere(["import", import.meta.filename, "--json", "--yes"], { env });
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { toCreate: 0 }]);
  });

  test("reads standard input, if nobody has to be asked for it", async () => {
    const { server, env } = await open(() => ({ body: importOf({ state: "ready", toCreate: 0 }) }));
    const program = ["--conditions=hoplog-source", join(import.meta.dirname, "../boot/main.ts"), "import", "-"];
    const importing = async (...more: string[]) => {
      const child = spawn(process.execPath, [...program, ...more], { env: { ...process.env, ...env } });
      child.stdin.end("url\nhttps://example.com/\n");
      const [stderr, [code]] = await Promise.all([child.stderr.toArray(), once(child, "close")]);
      return { code, stderr: Buffer.concat(stderr).toString() };
    };
    const unasked = await importing();
    expect(unasked).toMatchObject({ code: 2, stderr: expect.stringContaining("use --yes or --dry-run") });
    expect(server.asked).toEqual([]);
    expect((await importing("--dry-run")).code).toBe(0);
    const [begun, part] = server.asked;
    expect(JSON.parse(begun?.body ?? "")).toMatchObject({ source: "csv", fileName: "standard input" });
    expect(part).toMatchObject({ method: "PUT", body: "url\nhttps://example.com/\n" });
  });

  test.each([
    ["nowhere.csv", "File not found: nowhere.csv"],
    [`${import.meta.filename}/nowhere.csv`, `File not found: ${import.meta.filename}/nowhere.csv`],
    [import.meta.dirname, `${import.meta.dirname}: it is a folder`],
  ])("says in a sentence that it can't read %s, and calls nobody", async (file, sentence) => {
    const { server, env } = await open(() => ({ body: {} }));
    const { code, stderr } = await runHere(["import", file], { env });
    expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)]);
    expect(stderr).not.toMatch(/ENO|EISDIR|stat/);
    expect(server.asked).toEqual([]);
  });
});
