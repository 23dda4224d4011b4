import { join } from "node:path";
import { accountUsersFolder } from "../engines/clickhouse/analysts.ts";

/** Holds the accounts' users file and the copies that analysts' queries run on. On the disk of ClickHouse's own data. */
export function analystsFolder(dataFolder: string): string {
  return join(dataFolder, "clickhouse", "analysts");
}

/** Where api writes the users file of accounts. */
export function analystsUsersFolder(dataFolder: string): string {
  return accountUsersFolder(analystsFolder(dataFolder));
}
