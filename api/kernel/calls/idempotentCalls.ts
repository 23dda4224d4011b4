import { createHash } from "node:crypto";
import { compress, decompress } from "@hoplog/platform/compression/zstd.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type { Clock, Ids } from "./capabilities.ts";
import type { SecretBox } from "./secretBox.ts";
import { readRows, type Reads } from "../database/reads.ts";
import type { IdempotentCall } from "../eventstore/idempotentCall.ts";

/** The dependencies of calls with an Idempotency-Key. */
export interface IdempotencyServices extends Reads, Clock, Ids {
  readonly idempotencySecrets: SecretBox;
}

/** A call sent with an Idempotency-Key. */
export interface KeyedRequest {
  readonly ownerId: string;
  readonly userId: string;
  /**
   * Id of the API key; null for a session. Calls are separate for each API key, because another key of the account may
   * have fewer permissions or be published on a page.
   */
  readonly apiKeyId: string | null;
  readonly key: string;
  /** Method, URL and body, which identify a repeated call. */
  readonly request: string;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
  /** The `ETag` header of the response. */
  readonly etag: string | null;
}

/** How to proceed with a call: run it, refuse it, or replay its answer. */
export type CallStart =
  | { readonly state: "begun"; readonly call: IdempotentCall }
  | { readonly state: "under way" }
  | { readonly state: "another request" }
  /**
   * The call is done. `answer` is null if the response was not stored, was deleted with its resource, or was encrypted
   * with another TOKEN_SECRET.
   */
  | { readonly state: "done"; readonly answer: Answer | null; readonly made: readonly string[] };

/**
 * Time until another attempt may start after a process was killed (ms). If the first attempt is still running then, its
 * commit is rejected.
 */
const attemptMs = 20_000;
/** Maximum size of a decompressed answer (bytes): nothing stored is larger. */
const answerMax = 16 * 1024 * 1024;
/**
 * Maximum size of a stored compressed response in bytes: a base, and an allowance for each created resource. A small
 * mutation can request a large response over GraphQL, so stored responses must not grow faster than the resources that
 * an account creates.
 */
const [keptBytes, keptBytesForEach] = [16_384, 4096];
/** Status that replaces the original one if a resource that the call created was deleted. */
export const deletedStatus = 410;

interface Row {
  readonly id: string;
  readonly isSame: boolean;
  readonly isDone: boolean;
  readonly attempt: number;
  readonly begunUntil: Date;
  readonly made: readonly string[];
  readonly status: number | null;
  readonly answer: Buffer | null;
  readonly etag: string | null;
  readonly createdAt: Date;
}

/** Lifetime of a key (ms); clients don't retry a call for longer. */
const keptMs = 24 * 60 * 60 * 1000;

/** Starts a call. Of concurrent calls with the same key, in any process, only one starts. */
export async function beginCall(services: IdempotencyServices, sent: KeyedRequest): Promise<CallStart> {
  const now = services.now();
  const until = new Date(now.getTime() + attemptMs);
  const [key, request] = [digestOf(ownKey(sent)), digestOf(sent.request)];
  const [made] = await readRows<{ id: string }>(
    services.reads,
    sql`INSERT INTO idempotent_call (id, owner_id, user_id, key_hash, request_hash, attempt, begun_until, created_at)
     VALUES (${services.newId()}, ${sent.ownerId}, ${sent.userId}, ${key}, ${request}, 1, ${until}, ${now})
     ON CONFLICT (owner_id, user_id, key_hash) DO NOTHING RETURNING id`,
  );
  if (made) return { state: "begun", call: { id: made.id, attempt: 1 } };
  const [row] = await readRows<Row>(
    services.reads,
    sql`SELECT id, request_hash = ${request} AS "isSame", done_at IS NOT NULL AS "isDone", attempt, begun_until AS "begunUntil",
      made, status, answer, etag,
       created_at AS "createdAt"
     FROM idempotent_call WHERE owner_id = ${sent.ownerId} AND user_id = ${sent.userId} AND key_hash = ${key}`,
  );
  // The first call failed, and its row was deleted in the meantime, so the client may retry.
  if (!row) return { state: "under way" };
  if (now.getTime() - row.createdAt.getTime() >= keptMs) {
    await readRows(services.reads, sql`DELETE FROM idempotent_call WHERE id = ${row.id}`);
    return beginCall(services, sent);
  }
  if (!row.isSame) return { state: "another request" };
  if (row.answer !== null) return { state: "done", answer: await opened(services, row), made: row.made };
  if (row.begunUntil > now) return { state: "under way" };
  if (row.isDone) return { state: "done", answer: null, made: row.made };
  const [again] = await readRows<{ attempt: number }>(
    services.reads,
    sql`UPDATE idempotent_call SET attempt = attempt + 1, begun_until = ${until}
     WHERE id = ${row.id} AND attempt = ${row.attempt} AND done_at IS NULL RETURNING attempt`,
  );
  return again ? { state: "begun", call: { id: row.id, attempt: again.attempt } } : { state: "under way" };
}

/**
 * Stores the response of a call that committed changes, unless it is too large or a created resource was deleted.
 * Deletes a call that committed nothing, so that it can be sent again.
 */
export async function endCall(services: IdempotencyServices, call: IdempotentCall, answer: Answer): Promise<void> {
  const packed = await compress(Buffer.from(answer.body));
  const sealed = services.idempotencySecrets.seal(call.id, packed.toString("base64"));
  const kept = await readRows<{ id: string }>(
    services.reads,
    sql`UPDATE idempotent_call SET begun_until = created_at, status = coalesce(status, ${answer.status}), etag = ${answer.etag},
       answer = CASE WHEN status IS DISTINCT FROM ${deletedStatus}
         AND ${packed.length} <= ${keptBytes} + ${keptBytesForEach} * cardinality(made) THEN ${sealed}::bytea END
     WHERE ${isOf(call)} AND done_at IS NOT NULL RETURNING id`,
  );
  if (kept.length === 0) await forgetUndone(services, call);
}

/**
 * Ends a refused or failed call like {@link endCall}, without a response. Changes that it committed anyway remain
 * recorded.
 */
export async function failCall(services: Reads, call: IdempotentCall): Promise<void> {
  await forgetUndone(services, call);
  await readRows(services.reads, sql`UPDATE idempotent_call SET begun_until = created_at WHERE ${isOf(call)}`);
}

async function forgetUndone({ reads }: Reads, call: IdempotentCall): Promise<void> {
  await readRows(reads, sql`DELETE FROM idempotent_call WHERE ${isOf(call)} AND done_at IS NULL`);
}

const isOf = ({ id, attempt }: IdempotentCall) => sql`id = ${id} AND attempt = ${attempt}`;

async function opened(services: IdempotencyServices, { id, status, answer, etag }: Row): Promise<Answer | null> {
  const packed = answer && services.idempotencySecrets.open(id, answer);
  // The response was encrypted with another TOKEN_SECRET.
  if (packed === null || status === null) return null;
  return { status, body: (await decompress(Buffer.from(packed, "base64"), answerMax)).toString(), etag };
}

/** Returns the key, prefixed with the API key's id. Client keys contain no space, so credentials never collide. */
function ownKey({ apiKeyId, key }: KeyedRequest): string {
  return apiKeyId === null ? key : `${apiKeyId} ${key}`;
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
