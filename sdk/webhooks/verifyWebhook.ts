/** A verified webhook request. */
export interface VerifiedWebhook {
  /** Message ID, which is the same for every delivery attempt: use it to skip duplicates. */
  readonly id: string;
  /** Time of the delivery attempt that sent the request. */
  readonly sentAt: Date;
  /** The parsed JSON body. */
  readonly payload: unknown;
}

/** Headers of a request, as `fetch`, Node and most frameworks provide them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** Maximum seconds between the time of the request and `now`, in either direction; 300 by default. */
  readonly tolerance?: number;
  /** Current time; by default the time of this machine's clock. */
  readonly now?: Date;
}

/** The request cannot be trusted, because its signature, its time or its body is invalid. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
}

/** Maximum number of signatures, more than any sender uses, because each costs a comparison. */
const signaturesMax = 20;

/**
 * Verifies a request sent by hoplog, or by any sender that follows Standard Webhooks. `body` must be the received
 * bytes, because a parsed and reserialised body has another signature. If several secrets are given, one must match, so
 * that secrets can be rotated. Throws a {@link WebhookVerificationError} if the request cannot be trusted, and a
 * TypeError for an invalid secret.
 */
export async function verifyWebhook(
  body: string | Uint8Array<ArrayBuffer> | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { tolerance = 300, now = new Date() }: VerifyOptions = {},
): Promise<VerifiedWebhook> {
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !signatures)
    throw new WebhookVerificationError(
      "The request lacks the header webhook-id, webhook-timestamp or webhook-signature",
    );
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookVerificationError("The header webhook-timestamp is not a Unix time in seconds");
  const age = now.getTime() / 1000 - Number(timestamp);
  if (Math.abs(age) > tolerance)
    throw new WebhookVerificationError(
      age > 0
        ? "The request is too old"
        : "The time of the request is in the future. Check the clocks of sender and receiver.",
    );

  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body);
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const secrets = typeof secret === "string" ? [secret] : secret;
  if (!(await isSigned(signed, signatures, secrets)))
    throw new WebhookVerificationError(
      "The signature does not match. Check the secret, and pass the body as it was received.",
    );
  return { id, sentAt: new Date(Number(timestamp) * 1000), payload: parse(bytes) };
}

async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
  secrets: readonly string[],
): Promise<boolean> {
  const given = signatures.split(" ").slice(0, signaturesMax);
  for (const secret of secrets) {
    const key = await keyOf(secret);
    for (const one of given) {
      const signature = one.startsWith("v1,") ? bytesOf(one.slice(3)) : undefined;
      // `verify` compares in constant time.
      if (signature && (await crypto.subtle.verify("HMAC", key, signature, signed))) return true;
    }
  }
  return false;
}

async function keyOf(secret: string) {
  const bytes = bytesOf(secret.replace(/^whsec_/, ""));
  if (!bytes || bytes.length === 0) throw new TypeError("Invalid webhook secret: it must be whsec_ followed by base64");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  // A header that was sent twice is ambiguous.
  return typeof value === "string" ? value : value?.length === 1 ? value[0] : undefined;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new WebhookVerificationError("The body of the request is not JSON");
  }
}
