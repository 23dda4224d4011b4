import { randomUUID } from "node:crypto";
import type { EventLog } from "@hoplog/platform/log/port.js";
import { completeKey, encodeComplete } from "@hoplog/schema/topics/links/key.js";
import { parseLinkTarget } from "@hoplog/schema/topics/links/linkTarget.js";
import { linksV2 } from "@hoplog/schema/topics/topic.js";
import type { ClientBase } from "pg";
import { republishCertificates } from "../certificates/publish.ts";
import { type CodeState, publishStates } from "./linkStates.ts";

/**
 * Publishing the present state of every code that was ever used: where the topic has been made anew, and on request. The
 * relay does it piece by piece between batches of events. What changes meanwhile is published by its event, later: of
 * each code the last state published is the present one.
 */
export interface Publication {
  readonly request: string;
  readonly codes: number;
  readonly isDone: boolean;
}

const codesAtOnce = 2000;

/** Has all codes and certificates published; what was requested before is done along with it. */
export async function requestPublication(client: ClientBase, log: string): Promise<string> {
  const request = randomUUID();
  await client.query(
    `INSERT INTO links_publication (log, request) VALUES ($1, $2)
     ON CONFLICT (log) DO UPDATE SET request = excluded.request, after_domain = 0, after_code = '', codes = 0,
       requested_at = now(), done_at = NULL`,
    [log, request],
  );
  await republishCertificates(client);
  return request;
}

/** The last one that was requested; null where none ever was. */
export async function readPublication(client: ClientBase, log: string): Promise<Publication | null> {
  const { rows } = await client.query<Publication>(
    `SELECT request, codes::float8 AS codes, done_at IS NOT NULL AS "isDone" FROM links_publication WHERE log = $1`,
    [log],
  );
  return rows[0] ?? null;
}

interface Pending {
  readonly request: string;
  readonly after_domain: number;
  readonly after_code: string;
}

/** Publishes the next codes of what was requested. False where nothing is left to do. */
export async function publishNext(client: ClientBase, log: EventLog): Promise<boolean> {
  const { rows } = await client.query<Pending>({
    name: "links_publication_pending",
    text: `SELECT request, after_domain, after_code FROM links_publication WHERE log = $1 AND done_at IS NULL`,
    values: [log.name],
  });
  const [pending] = rows;
  if (!pending) return false;
  const states = await statesBehind(client, pending);
  await publishStates(log, states);
  const last = states.at(-1);
  if (!last) await log.append(linksV2, [{ key: completeKey, value: encodeComplete() }]);
  // Nothing, where it has been requested once more meanwhile.
  await client.query(
    `UPDATE links_publication SET after_domain = $3, after_code = $4, codes = codes + $5,
       done_at = CASE WHEN $6 THEN now() END WHERE log = $1 AND request = $2`,
    [
      log.name,
      pending.request,
      last?.domain ?? pending.after_domain,
      last?.code ?? pending.after_code,
      states.length,
      last === undefined,
    ],
  );
  return true;
}

async function statesBehind(client: ClientBase, { after_domain, after_code }: Pending): Promise<CodeState[]> {
  const { rows } = await client.query<{ domain: number; code: string; linkId: string | null }>({
    name: "links_publication_states",
    text: `SELECT domain, code, link_id AS "linkId", owner_id AS "ownerId", revision, url, state, plan
           FROM (SELECT domain, code FROM code_claim WHERE (domain, code) > ($1, $2) ORDER BY domain, code LIMIT $3) AS claimed
           LEFT JOIN link_target USING (domain, code) ORDER BY domain, code`,
    values: [after_domain, after_code, codesAtOnce],
  });
  return rows.map((row) => ({
    domain: row.domain,
    code: row.code,
    target: row.linkId === null ? null : parseLinkTarget(row),
  }));
}
