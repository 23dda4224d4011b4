import { readFile } from "node:fs/promises";
import pg from "pg";
import { expect, vi } from "vitest";
import { raw, sql } from "../postgres/sql.ts";
import type { TestCertificates } from "./certificates.ts";

/** Returns the URL of the same database with a host name that is in the certificate. */
export function namedUrl(databaseUrl: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(databaseUrl);
  url.hostname = "localhost";
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Makes a test database reject connections without TLS and, with `clientCert`, those without a certificate from the
 * tests' authority. Other databases in the same Postgres are unaffected.
 */
export async function requireTls(
  databaseUrl: string,
  certificates: TestCertificates,
  { clientCert = false, server = certificates.namedServer } = {},
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const database = new URL(databaseUrl).pathname.slice(1);
    const store = async (text: string, command: string): Promise<void> => {
      const lines = pg.escapeLiteral(text.trimEnd());
      // The server itself writes the files, because Postgres accepts only keys that its own user owns.
      await client.query(
        sql`COPY (SELECT line FROM regexp_split_to_table(${raw(lines)},
          '\\n') AS line) TO PROGRAM ${raw(pg.escapeLiteral(`umask 077; ${command}`))}`,
      );
    };
    await store(await readFile(server.cert, "utf8"), "cat > tls-server.crt");
    await store(await readFile(server.key, "utf8"), "cat > tls-server.key");
    await store(await readFile(certificates.ca, "utf8"), "cat > tls-ca.crt");
    const method = `scram-sha-256${clientCert ? " clientcert=verify-ca" : ""}`;
    const rules = `hostssl ${database} all all ${method}\nhost ${database} all all reject`;
    await store(rules, "cat - pg_hba.conf > pg_hba.new && mv pg_hba.new pg_hba.conf");
    await client.query("ALTER SYSTEM SET ssl_cert_file = 'tls-server.crt'");
    await client.query("ALTER SYSTEM SET ssl_key_file = 'tls-server.key'");
    await client.query("ALTER SYSTEM SET ssl_ca_file = 'tls-ca.crt'");
    await client.query("ALTER SYSTEM SET ssl = on");
    await client.query("SELECT pg_reload_conf()");
  } finally {
    await client.end();
  }
  // The postmaster reloads the rules with some delay.
  await vi.waitFor(async () => expect(await answers(databaseUrl)).toBe(false), 60_000);
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
