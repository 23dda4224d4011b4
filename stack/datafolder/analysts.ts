import { join } from "node:path";
import { accountUsersFolder } from "../engines/clickhouse/analysts.ts";

/**
 * Returns the folder for the accounts' users file and the copies that analysts query, on the same disk as ClickHouse's
 * data.
 */
export function analystsFolder(dataFolder: string): string {
  return join(dataFolder, "clickhouse", "analysts");
}

/** Returns the folder in which the api writes the accounts' users file. */
export function analystsUsersFolder(dataFolder: string): string {
  return accountUsersFolder(analystsFolder(dataFolder));
}
