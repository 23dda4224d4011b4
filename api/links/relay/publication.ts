import { randomUUID } from "node:crypto";
import type { EventLog } from "@hoplog/platform/log/port.js";
import { named, sql } from "@hoplog/platform/postgres/sql.js";
import { completeKey, encodeComplete } from "@hoplog/schema/topics/links/key.js";
import { parseLinkTarget } from "@hoplog/schema/topics/links/linkTarget.js";
import { linksV2 } from "@hoplog/schema/topics/topic.js";
import type { ClientBase } from "pg";
import { republishCertificates } from "../certificates/publish.ts";
import { type CodeState, publishStates } from "./linkStates.ts";

/**
 * A publication of the current state of every code ever used, for a new `links.v2` or on request. The relay runs it in
 * steps between batches of events. Concurrent changes are published later by their events, so the last published state
 * of each code is the current one.
 */
export interface Publication {
  readonly request: string;
  readonly codes: number;
  readonly isDone: boolean;
}

const codesAtOnce = 2000;

/**
 * Requests the publication of all codes and certificates; replaces any earlier request of the log. Returns the
 * request's id.
 */
export async function requestPublication(client: ClientBase, log: string): Promise<string> {
  const request = randomUUID();
  await client.query(
    sql`INSERT INTO links_publication (log, request) VALUES (${log}, ${request})
     ON CONFLICT (log) DO UPDATE SET request = excluded.request, after_domain = 0, after_code = '', codes = 0,
       requested_at = now(), done_at = NULL`,
  );
  await republishCertificates(client);
  return request;
}

/** Returns the last requested publication; null if there was none. */
export async function readPublication(client: ClientBase, log: string): Promise<Publication | null> {
  const { rows } = await client.query<Publication>(
    sql`SELECT request, codes::float8 AS codes, done_at IS NOT NULL AS "isDone" FROM links_publication WHERE log = ${log}`,
  );
  return rows[0] ?? null;
}

interface Pending {
  readonly request: string;
  readonly after_domain: number;
  readonly after_code: string;
}

/** Publishes the next codes of a publication. Returns false if there is nothing left. */
export async function publishNext(client: ClientBase, log: EventLog): Promise<boolean> {
  const { rows } = await client.query<Pending>(
    named(
      "links_publication_pending",
      sql`SELECT request, after_domain, after_code FROM links_publication WHERE log = ${log.name} AND done_at IS NULL`,
    ),
  );
  const [pending] = rows;
  if (!pending) return false;
  const states = await statesBehind(client, pending);
  await publishStates(log, states);
  const last = states.at(-1);
  if (!last) await log.append(linksV2, [{ key: completeKey, value: encodeComplete() }]);
  // The update has no effect if a new publication was requested in the meantime.
  await client.query(
    sql`UPDATE links_publication SET after_domain = ${last?.domain ?? pending.after_domain},
      after_code = ${last?.code ?? pending.after_code}, codes = codes + ${states.length},
       done_at = CASE WHEN ${last === undefined} THEN now() END WHERE log = ${log.name} AND request = ${pending.request}`,
  );
  return true;
}

async function statesBehind(client: ClientBase, { after_domain, after_code }: Pending): Promise<CodeState[]> {
  const { rows } = await client.query<{ domain: number; code: string; linkId: string | null }>(
    named(
      "links_publication_states",
      sql`SELECT domain, code, link_id AS "linkId", owner_id AS "ownerId", revision, url, state, plan
           FROM (SELECT domain, code FROM code_claim WHERE (domain, code) > (${after_domain}, ${after_code})
             ORDER BY domain, code LIMIT ${codesAtOnce}) AS claimed
           LEFT JOIN link_target USING (domain, code) ORDER BY domain, code`,
    ),
  );
  return rows.map((row) => ({
    domain: row.domain,
    code: row.code,
    target: row.linkId === null ? null : parseLinkTarget(row),
  }));
}
