import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../../root.ts";
import { writeWhole } from "../writeWhole.ts";

/** Name of the database in the file that docker compose uses. */
const defaultDatabase = "hoplog";

/** Returns the folder, inside the engine's folder, in which the api writes the accounts' SQL users. */
export function accountUsersFolder(engineFolder: string): string {
  return join(engineFolder, "users.d");
}

export function accountUsersFile(engineFolder: string): string {
  return join(accountUsersFolder(engineFolder), "accounts.xml");
}

/**
 * Writes the users and limits of analysts and the SQL console, from the file that docker compose uses too. It contains
 * no passwords: the engine reads them from ANALYST_PASSWORD and CONSOLE_PASSWORD_SHA256 in its environment.
 */
export function writeAnalystUsers(engineFolder: string, database: string): void {
  const shared = readFileSync(join(repositoryRoot, "stack", "compose", "clickhouse", "analysts.xml"), "utf8");
  const folder = accountUsersFolder(engineFolder);
  mkdirSync(folder, { recursive: true });
  writeWhole(join(folder, "analysts.xml"), forDatabase(shared, database));
}

/**
 * Writes user-defined functions that hide built-in ones. The embedded engine treats its users as local, so its SQL
 * function `file` would let every user read all files of the machine. A user-defined function of the same name takes
 * precedence; CREATE FUNCTION rejects that name, but files that exist at startup are loaded. Functions whose single
 * call may run for minutes are hidden too, because ClickHouse checks limits and KILL only between blocks.
 */
export function hideFunctions(dataFolder: string): void {
  const from = join(repositoryRoot, "stack", "compose", "clickhouse", "user_defined");
  const to = join(dataFolder, "user_defined");
  mkdirSync(to, { recursive: true });
  // The file is rewritten instead of copied, because a copy would inherit the source's permissions.
  for (const name of readdirSync(from)) writeWhole(join(to, name), readFileSync(join(from, name)));
}

/** Deletes stored workloads: the embedded engine never reloads them, so workloads of deleted accounts would remain. */
export function forgetWorkloads(dataFolder: string): void {
  rmSync(join(dataFolder, "workload"), { recursive: true, force: true });
}

function forDatabase(users: string, database: string): string {
  return users
    .replaceAll(` ON ${defaultDatabase}.`, ` ON ${database}.`)
    .replaceAll(`<${defaultDatabase}>`, `<${database}>`)
    .replaceAll(`</${defaultDatabase}>`, `</${database}>`);
}

/** Returns the content of the accounts' users file; empty if there is none. */
export function readAccountUsers(engineFolder: string): string {
  const file = accountUsersFile(engineFolder);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

/** Returns the users in the accounts' users file; each has a workload of the same name. */
export function accountUsers(engineFolder: string): string[] {
  return [...new Set(readAccountUsers(engineFolder).match(/(?<=<)account_[0-9a-f-]{36}(?=>)/g) ?? [])];
}
