import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@clickhouse/client";
import { beforeAll, expect, inject, test, vi } from "vitest";
import { type Account, openAccount } from "../running/account.ts";
import { visitors } from "../browser/visitors.ts";
import { servedFigures, type TestedLink } from "../faults/figures.ts";
import { type ComposeProject, composeProject } from "./project.ts";

let project: ComposeProject;
let account: Account;
let link: TestedLink;
const testStack = inject("compose");
const backups = join(testStack.folder, "backups");

beforeAll(async () => {
  project = await composeProject(testStack);
  account = await openAccount(project.url, "keeper@example.com");
  link = { name: "Kept", ...(await account.createLink({ name: "Kept", originalUrl: "https://example.com/kept" })) };
  for (const userAgent of [visitors.firefoxOnLinux, visitors.googlebot, visitors.firefoxOnLinux])
    await visit(userAgent);
  await vi.waitFor(async () => expect(await rowsOf("clicks")).toBe(3), { timeout: 60_000, interval: 200 });
});

const visit = (userAgent: string) =>
  fetch(`${project.url}/${link.code}`, { redirect: "manual", headers: { "user-agent": userAgent } });

async function rowsOf(table: "clicks"): Promise<number> {
  const client = createClient({ url: project.clickHouseUrl, database: "hoplog" });
  try {
    const query = `SELECT count() AS n FROM ${table} WHERE link_id = '${link.id}'`;
    const [row] = await (await client.query({ query, format: "JSONEachRow" })).json<{ n: string }>();
    return Number(row?.n);
  } finally {
    await client.close();
  }
}

/** Returns the numbers of rows of some tables in both databases, and a checksum of the clicks. */
async function counts(): Promise<string> {
  const sql = "SELECT (SELECT count(*) FROM event), (SELECT count(*) FROM link), (SELECT count(*) FROM user_account)";
  const postgres = ["exec", "--no-TTY", "postgres", "psql", "--username=hoplog", "--no-align", "--tuples-only"];
  const rows = await project.compose(...postgres, "--command", sql);
  const client = createClient({ url: project.clickHouseUrl, database: "hoplog" });
  try {
    const query =
      "SELECT count() AS clicks, uniqExact(click_id) AS different, groupBitXor(cityHash64(*)) AS sum FROM clicks";
    return rows + (await (await client.query({ query, format: "JSONEachRow" })).text());
  } finally {
    await client.close();
  }
}

/** Runs a tool from the api's image, as documented in docs/guides/backup-and-restore.md. */
function tool(name: string, setting: string): Promise<string> {
  const user = `${process.getuid?.() ?? 1000}`;
  const options = ["--rm", "--no-deps", "--user", user, "--volume", `${backups}:/backups`, "--env", setting];
  return project.compose("run", ...options, "api", "node", `api/dist/boot/${name}.js`);
}

test("the api's image contains the operator's program", async () => {
  const audit = await project.compose("exec", "--no-TTY", "api", "node", "api/dist/boot/operator.js", "list", "audit");
  expect(audit).toContain("Register");
});

test("a backup taken beside running services restores into new volumes, with every row and figure", async () => {
  mkdirSync(backups);
  const before = { counts: await counts(), figures: await servedFigures(project.url, account, link) };
  expect(Object.values(before.figures)).toContainEqual({ people: 2, everyone: 3 });
  console.log(await tool("backup", "TO=/backups/today"));
  copyFileSync(join(testStack.folder, "env"), join(backups, "today", ".env"));
  expect(readdirSync(join(backups, "today"))).toContain("manifest.json");

  await project.compose("down", "--volumes", "--timeout", "20");
  copyFileSync(join(backups, "today", ".env"), join(testStack.folder, "env"));
  await project.up();
  await project.compose("stop", "api", "redirector", "ingest");
  console.log(await tool("restore", "FROM=/backups/today"));
  await project.up();

  expect(await counts()).toBe(before.counts);
  expect(await servedFigures(project.url, account, link)).toEqual(before.figures);
  // The restored installation works: the session is still valid, and a visit is redirected and counted.
  expect((await visit(visitors.firefoxOnLinux)).headers.get("location")).toBe("https://example.com/kept");
  await expect.poll(() => rowsOf("clicks")).toBe(4);
});
