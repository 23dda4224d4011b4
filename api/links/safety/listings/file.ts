import { hash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type { ClientBase } from "pg";
import { Gauge, type Registry } from "prom-client";
import { type Entry, entryLimits } from "../blocklist/entry.ts";
import { readLines, UnusableFile } from "../blocklist/lines.ts";
import { blocklistChanged } from "../blocklist/liveBlocklist.ts";

export interface BlocklistFile {
  /**
   * Updates the stored entries if the file has changed; checks the file at most every two seconds, or every minute
   * without a file.
   */
  refresh(client: ClientBase): Promise<void>;
}

const everyMs = 2000;
const withoutFileMs = 60_000;
const rowsAtOnce = 5000;

export interface FileSettings {
  /** Path of the file; if undefined, entries of an earlier file are removed. */
  readonly path: string | undefined;
  readonly logger: Logger;
  readonly registry: Registry;
  readonly nowMs: () => number;
}

/**
 * Watches the file, and reads it once it has not changed between two checks, so that an incomplete file is not read. A
 * file that cannot be read changes nothing.
 */
export function openBlocklistFile({ path, logger, registry, nowMs }: FileSettings): BlocklistFile {
  const failing = new Gauge({
    name: "hoplog_api_blocklist_file_unreadable",
    help: "1 while the blocklist file cannot be read and the previous list stays in use",
    registers: [registry],
  });
  const bad = new Gauge({
    name: "hoplog_api_blocklist_bad_lines",
    help: "Invalid lines in the blocklist file",
    registers: [registry],
  });
  let checkedAt = -Infinity;
  let seen = "";
  let settled: string | null = null;
  let problem: string | null = null;

  function report(message: string | null): void {
    failing.set(message === null ? 0 : 1);
    if (message !== null && message !== problem) {
      logger.error({ path, problem: message }, "ALARM: cannot read the blocklist file; the previous list stays in use");
    }
    if (message === null && problem !== null) logger.info({ path }, "the blocklist file is readable again");
    problem = message;
  }

  async function refreshFrom(file: string, client: ClientBase): Promise<void> {
    const { mtimeMs, size, ino } = await stat(file);
    const look = `${mtimeMs} ${size} ${ino}`;
    if (look === settled) return report(null);
    if (look !== seen) {
      seen = look;
      return;
    }
    if (size > entryLimits.fileBytesMax) throw new UnusableFile(`it is larger than ${entryLimits.fileBytesMax} bytes`);
    const text = await readFile(file, "utf8");
    const { entries, badLines, problems } = await readLines(text);
    const fileHash = hash("sha256", text);
    const isNew = (await storedHash(client)) !== fileHash;
    if (isNew) await store(client, [...entries.values()], fileHash);
    settled = look;
    bad.set(badLines);
    if (isNew) logger.info({ path: file, entries: entries.size }, "loaded the blocklist file");
    if (badLines > 0) logger.warn({ path: file, badLines, problems }, "the blocklist file has invalid lines");
    report(null);
  }

  return {
    async refresh(client) {
      if (nowMs() - checkedAt < (path === undefined ? withoutFileMs : everyMs)) return;
      checkedAt = nowMs();
      if (path === undefined) {
        if ((await storedHash(client)) !== null) await store(client, [], null);
        return;
      }
      try {
        await refreshFrom(path, client);
      } catch (error) {
        const message = fileProblem(error);
        if (message === null) throw error;
        report(message);
      }
    },
  };
}

/** Returns the problem with the file that caused an error; null for an unrelated error. */
function fileProblem(error: unknown): string | null {
  if (error instanceof UnusableFile) return error.message;
  const isOfFiles = error instanceof Error && "syscall" in error && "code" in error && "path" in error;
  // Errors of reading a folder have no path.
  return isOfFiles || (error instanceof Error && "code" in error && error.code === "EISDIR")
    ? String(error.code)
    : null;
}

async function storedHash(client: ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ hash: string | null }>("SELECT file_hash AS hash FROM blocklist_state");
  return rows[0]?.hash ?? null;
}

async function store(client: ClientBase, entries: readonly Entry[], fileHash: string | null): Promise<void> {
  await client.query("BEGIN");
  await client.query("DELETE FROM blocklist_file_entry");
  for (let at = 0; at < entries.length; at += rowsAtOnce) {
    const some = entries.slice(at, at + rowsAtOnce);
    await client.query(
      sql`INSERT INTO blocklist_file_entry (entry, reason) SELECT *
        FROM unnest(${some.map(({ entry }) => entry)}::text[], ${some.map(({ reason }) => reason)}::text[])`,
    );
  }
  await client.query(blocklistChanged);
  await client.query(sql`UPDATE blocklist_state SET file_hash = ${fileHash}`);
  await client.query("COMMIT");
}
