import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { z } from "zod";
import { ask, canLogIn, operate, type SqlLogin } from "../analysts/sql.ts";
import { type Account, openAccount } from "../running/account.ts";
import { visitors } from "../browser/visitors.ts";
import { nativeLogin } from "./nativeLogin.ts";
import { analystPassword, type ComposeProject, composeProject } from "./project.ts";

const { settings } = inject("compose");
const httpUrl = `http://127.0.0.1:${settings["CLICKHOUSE_HTTP_PORT"]}`;
const analyst: SqlLogin = { user: "analyst", password: analystPassword, url: httpUrl };

let project: ComposeProject;
let ada: Account;
let grace: Account;
const codes: Record<string, string> = {};

beforeAll(async () => {
  project = await composeProject(inject("compose"));
  ada = await openAccount(project.url, "ada.sql@example.com");
  grace = await openAccount(project.url, "grace.sql@example.com");
  for (const [name, account] of Object.entries({ ada, grace })) {
    codes[name] = (await account.createLink({ name: `Of ${name}`, originalUrl: "https://example.com/" })).code;
    const headers = { "user-agent": visitors.firefoxOnLinux };
    await fetch(`${project.url}/${codes[name]}`, { redirect: "manual", headers });
  }
});

const created = z.object({
  data: z.object({
    createSqlAccess: z.object({
      password: z.string(),
      access: z.object({ user: z.string(), httpUrl: z.string(), nativeAddress: z.string() }),
    }),
  }),
});

async function createAccess({ tokens, password }: Account) {
  const query = `mutation { createSqlAccess(password: ${JSON.stringify(password)}) { password access { user httpUrl nativeAddress } } }`;
  return created.parse(await operate(project.url, tokens.accessToken, query)).data.createSqlAccess;
}

/** Restarts a ClickHouse that reads its users only at startup. */
const readUsersAnew = () => project.compose("restart", "--timeout", "3", "clickhouse");

describe("the user analyst", () => {
  test("gets in with a password of every kind of character, sees everybody, and is kept apart from the pages", async () => {
    await expect
      .poll(
        async () => (await ask(analyst, "SELECT count(), uniqExact(workspace_id) >= 2 FROM analytics.clicks")).text,
        {
          timeout: 60_000,
        },
      )
      .toMatch(/^\d+\t1$/);
    expect(await canLogIn({ ...analyst, password: "guess" })).toBe(false);
    const limits = "SELECT getSetting('workload'), getSetting('priority'), getSetting('os_threads_nice_value_query')";
    expect((await ask(analyst, limits)).text).toBe("analyst\t2\t19");
    expect((await ask(analyst, "SELECT sum(max_requests) FROM system.scheduler")).error).toBe("ACCESS_DENIED");
    expect((await ask(analyst, "SELECT count() FROM hoplog.clicks")).error).toBe("ACCESS_DENIED");
  });
});

describe("an account's own access, made through the door", () => {
  let first: Awaited<ReturnType<typeof createAccess>>;
  let login: SqlLogin;

  test("is shown with the ports that are open, and its ready lines work: its own rows alone", async () => {
    [first] = [await createAccess(ada), await createAccess(grace)];
    const { user, nativeAddress } = first.access;
    expect(first.access).toMatchObject({ httpUrl, nativeAddress: `127.0.0.1:${settings["CLICKHOUSE_TCP_PORT"]}` });
    login = { user, password: first.password, url: httpUrl };
    await readUsersAnew();
    await expect.poll(() => canLogIn(login)).toBe(true);

    const curl = `curl --silent --user '${user}:${first.password}' '${httpUrl}/?database=analytics' --data 'SELECT count() FROM clicks'`;
    await expect.poll(async () => (await promisify(execFile)("sh", ["-c", curl])).stdout).toBe("1\n");
    const all = "SELECT code, uniqExact(workspace_id) OVER () FROM analytics.clicks";
    expect((await ask(login, all)).text).toBe(`${codes["ada"]}\t1`);
    expect((await ask(login, "SELECT code FROM analytics.links")).text).toBe(codes["ada"]);

    const port = Number(nativeAddress.split(":").at(-1));
    expect(await nativeLogin(port, user, first.password, "analytics")).toMatch(/^ClickHouse/);
  });

  test("ends when it is revoked, and another's goes on", async () => {
    await operate(project.url, ada.tokens.accessToken, "mutation { revokeSqlAccess { grantedAt } }");
    const { access, password } = await createAccess(grace);
    const other = { user: access.user, password, url: httpUrl };
    await readUsersAnew();
    await expect.poll(() => canLogIn(other)).toBe(true);
    expect((await ask(login, "SELECT 1")).error).toBe("AUTHENTICATION_FAILED");
    expect((await ask(other, "SELECT code FROM analytics.clicks")).text).toBe(codes["grace"]);
  });
});
