import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** An account that may query ClickHouse. */
export interface SqlUser {
  readonly accountId: string;
  /** SHA-256 of the password, in hexadecimal. */
  readonly passwordSha256: string;
}

/**
 * Builds the users file of these accounts. Each account gets the quota `account`, its profile and a separate workload,
 * and may read the views. Row filters of the views' own reader select the rows. The quota, profile and reader are
 * defined in stack/compose/clickhouse/analysts.xml.
 */
export function usersFile(users: readonly SqlUser[], database: string): string {
  const lines = users.map(({ accountId, passwordSha256 }) => {
    const name = sqlUserOf(accountId);
    return `    <${name}>
      <password_sha256_hex>${passwordSha256}</password_sha256_hex>
      <networks><ip>::/0</ip></networks>
      <profile>${name}</profile>
      <quota>account</quota>
      <grants><query>GRANT SELECT ON ${database}.*</query></grants>
    </${name}>
`;
  });
  const profiles = users
    .map(({ accountId }) => sqlUserOf(accountId))
    .map((name) => `    <${name}><profile>account</profile><workload>${name}</workload></${name}>\n`);
  return `<clickhouse>
  <!-- Written by hoplog's api: one user for each account with SQL access. -->
  <profiles>
${profiles.join("")}  </profiles>
  <users>
${lines.join("")}  </users>
</clickhouse>
`;
}

/** Replaces the file atomically if it has changed. Returns whether it was written. */
export async function writeUsersFile(folder: string, users: readonly SqlUser[], database: string): Promise<boolean> {
  const path = join(folder, "accounts.xml");
  const text = usersFile(users, database);
  const present = await readIfExists(path);
  if (present === text || (present === null && users.length === 0)) return false;
  await mkdir(folder, { recursive: true });
  // ClickHouse ignores files with this extension.
  const unfinished = `${path}.unfinished`;
  await writeFile(unfinished, text, { mode: 0o600 });
  await rename(unfinished, path);
  return true;
}

async function readIfExists(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Returns the account's ClickHouse user. The row filters of the views' reader extract the account from this name. */
export function sqlUserOf(accountId: string): string {
  return `account_${accountId}`;
}
