import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../../root.ts";
import { writeWhole } from "../writeWhole.ts";

/** The database that docker compose uses, as the file says it. */
const defaultDatabase = "hoplog";

/** Where api writes the accounts' own SQL users, below the engine's folder. */
export function accountUsersFolder(engineFolder: string): string {
  return join(engineFolder, "users.d");
}

export function accountUsersFile(engineFolder: string): string {
  return join(accountUsersFolder(engineFolder), "accounts.xml");
}

/**
 * Gives the engine the users and limits of analysts and of the SQL console, from the file that docker compose uses too.
 * Passwords are not in it: the engine reads them from its environment, as ANALYST_PASSWORD and CONSOLE_PASSWORD_SHA256.
 */
export function writeAnalystUsers(engineFolder: string, database: string): void {
  const shared = readFileSync(join(repositoryRoot, "stack", "compose", "clickhouse", "analysts.xml"), "utf8");
  const folder = accountUsersFolder(engineFolder);
  mkdirSync(folder, { recursive: true });
  writeWhole(join(folder, "analysts.xml"), forDatabase(shared, database));
}

/**
 * The embedded engine believes to be a tool of its user's own, so its SQL function `file` reads every file of the
 * machine to everybody. A function of the same name goes before it; CREATE FUNCTION would refuse that name, a file
 * that is there when the engine starts is taken.
 *
 * So are functions hidden of which one call may run for minutes: ClickHouse looks at limits and at KILL between blocks only.
 */
export function hideFunctions(dataFolder: string): void {
  const from = join(repositoryRoot, "stack", "compose", "clickhouse", "user_defined");
  const to = join(dataFolder, "user_defined");
  mkdirSync(to, { recursive: true });
  // Not copied: a copy has the rights of what it is copied from.
  for (const name of readdirSync(from)) writeWhole(join(to, name), readFileSync(join(from, name)));
}

/** The embedded engine writes its workloads and doesn't read them again: those of accounts that are gone would stay. */
export function forgetWorkloads(dataFolder: string): void {
  rmSync(join(dataFolder, "workload"), { recursive: true, force: true });
}

function forDatabase(users: string, database: string): string {
  return users
    .replaceAll(` ON ${defaultDatabase}.`, ` ON ${database}.`)
    .replaceAll(`<${defaultDatabase}>`, `<${database}>`)
    .replaceAll(`</${defaultDatabase}>`, `</${database}>`);
}

/** What the accounts' users file holds now; empty while there is none. */
export function readAccountUsers(engineFolder: string): string {
  const file = accountUsersFile(engineFolder);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

/** The users in the accounts' users file; each has a workload of the same name. */
export function accountUsers(engineFolder: string): string[] {
  return [...new Set(readAccountUsers(engineFolder).match(/(?<=<)account_[0-9a-f-]{36}(?=>)/g) ?? [])];
}
