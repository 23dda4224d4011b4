import { createHash } from "node:crypto";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { HoplogError, validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import type { Actor, Caller } from "../../kernel/calls/actor.ts";
import { keyHash, newKeyToken, shownPrefix } from "../../accounts/identity/apiKeys/token.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import { createKeyWith, type ApiKeyWithSecret, type ApiKeyServices } from "./commands.ts";
import type { ApiKeyInput } from "./input.ts";
import { type ApiKey, keyById } from "./queries.ts";

/** A new key that only the program with the verifier can fetch. */
export interface ApiKeyHandover {
  readonly apiKey: ApiKey;
  /** The code that the page forwards to the program; useless without the verifier. */
  readonly code: string;
  readonly expiresAt: Date;
}

export interface HandoverInput extends ApiKeyInput {
  /** SHA-256 of the verifier, in base64url: `S256` of RFC 7636. */
  readonly challenge: string;
}

/**
 * Creates a key for a program that has sent its user to the web app. The secret is created only when the program
 * fetches the key. Throws the errors of {@link createApiKey}, and VALIDATION_ERROR on `challenge`.
 */
export async function handOverApiKey(
  services: ApiKeyServices,
  actor: Actor,
  { challenge, ...input }: HandoverInput,
): Promise<ApiKeyHandover> {
  if (!/^[\w-]{43}$/.test(challenge)) {
    throw validationError([{ field: "challenge", message: "Must be a SHA-256 hash in base64url (43 characters)" }]);
  }
  const code = Buffer.from(services.random(32)).toString("base64url");
  const expiresAt = new Date(services.now().getTime() + limits.keyHandoverSeconds * 1000);
  const { apiKey } = await createKeyWith(services, actor, input, async (tx, id) => {
    await execute(
      tx,
      sql`INSERT INTO key_handover (api_key_id, hash, challenge, expires_at)
        VALUES (${id}, ${keyHash(code)}, ${challenge}, ${expiresAt})`,
    );
  });
  return { apiKey, code, expiresAt };
}

export interface Exchange {
  readonly code: string;
  readonly verifier: string;
}

/**
 * Returns the key to the program, once. A wrong verifier deletes the key, because the code may have been stolen. Throws
 * an AUTHORIZATION_ERROR that does not reveal the cause, and RATE_LIMIT_ERROR.
 */
export async function exchangeApiKey(
  services: ApiKeyServices,
  { code, verifier }: Exchange,
  { address }: Caller,
): Promise<ApiKeyWithSecret> {
  await services.limits.auth(address);
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const key = newKeyToken(services.random);
  const id = await services.eventStore.unitOfWork(async (tx) => {
    const [found] = await rowsOf<{ id: string; challenge: string }>(
      tx,
      sql`DELETE FROM key_handover WHERE hash = ${keyHash(code)} AND expires_at > ${services.now()}
        RETURNING api_key_id AS id, challenge`,
    );
    if (!found) return null;
    if (found.challenge !== challenge) {
      await execute(tx, sql`DELETE FROM api_key WHERE id = ${found.id}`);
      return null;
    }
    const given = await rowsOf(
      tx,
      sql`UPDATE api_key SET hash = ${keyHash(key)}, prefix = ${shownPrefix(key)} WHERE id = ${found.id} AND revoked_at IS NULL
        RETURNING id`,
    );
    return given.length === 0 ? null : found.id;
  });
  const apiKey = id && (await keyById(services, id));
  if (!apiKey)
    throw new HoplogError(
      "AUTHORIZATION_ERROR",
      "The code or the verifier is not valid, or the code was already used or has expired. Start the login again.",
    );
  return { apiKey, key };
}
