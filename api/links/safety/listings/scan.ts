import type { ClientBase } from "pg";
import { named, sql } from "@hoplog/platform/postgres/sql.js";
import { type Marking, markLinks } from "./mark.ts";
import { linksAfter } from "./markableLinks.ts";

const linksAtOnce = 500;
const beforeAll = "00000000-0000-0000-0000-000000000000";

interface Progress {
  /** The revision of the list that links are being compared with. */
  readonly revision: string;
  /** Id of the last compared link; null if all links were compared. */
  readonly until: string | null;
}

/** Requests another comparison of all links with the list. */
export async function scanAgain(client: ClientBase): Promise<void> {
  await client.query("INSERT INTO blocklist_state DEFAULT VALUES ON CONFLICT (one) DO UPDATE SET marked_revision = -1");
}

/**
 * Compares the next links with the list, if it has changed since the last pass. A running pass continues to its end
 * with the newest list, followed by another pass, so that even a constantly changing list is compared with every link.
 * Returns false if there is nothing to do.
 */
export async function scanNext(marking: Marking, client: ClientBase): Promise<boolean> {
  const { matcher, revision } = marking.blocklist.current();
  const progress = await progressOf(client);
  if (!progress) return false;
  if (progress.until === null) {
    if (BigInt(progress.revision) === revision) return false;
    await client.query(
      sql`UPDATE blocklist_state SET marked_revision = ${revision.toString()}, marked_until = ${beforeAll}`,
    );
    return true;
  }
  // If the blocklist is empty, only links that are already listed must be compared.
  const links = await linksAfter(client, progress.until, { limit: linksAtOnce, onlyListed: matcher.size === 0 });
  await markLinks(marking, client, links);
  const last = links.length < linksAtOnce ? null : (links.at(-1)?.id ?? null);
  await client.query(sql`UPDATE blocklist_state SET marked_until = ${last}`);
  return true;
}

/** Whether a pass over all links is running. */
export async function isScanning(client: ClientBase): Promise<boolean> {
  return ((await progressOf(client))?.until ?? null) !== null;
}

async function progressOf(client: ClientBase): Promise<Progress | undefined> {
  const { rows } = await client.query<Progress>(
    named(
      "listing_progress",
      sql`SELECT marked_revision::text AS revision, marked_until AS until FROM blocklist_state`,
    ),
  );
  return rows[0];
}
