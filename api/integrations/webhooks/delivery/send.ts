import { isInside, OutgoingError } from "@hoplog/platform/outgoing/outgoingError.js";
import type { Outgoing } from "@hoplog/platform/outgoing/request.js";
import { retryAfterMs } from "@hoplog/platform/outgoing/retryAfter.js";
import { webhookLimits } from "@hoplog/schema/webhooks.js";
import type { Clock } from "../../../kernel/calls/capabilities.ts";
import type { SecretBox } from "../../../kernel/calls/secretBox.ts";
import { signatures } from "./secrets.ts";
import type { LeasedMessage } from "./claim.ts";
import type { Answered } from "./retries.ts";

/** Settings for connections to receivers. */
export interface Sending extends Clock {
  readonly request: Outgoing;
  readonly webhookSecrets: SecretBox;
  /** Timeout of a whole request. */
  readonly timeoutMs: number;
}

/** The result of an attempt. */
export interface Attempt extends Answered {
  readonly at: Date;
  readonly milliseconds: number;
  readonly error: string | null;
  readonly response: string | null;
  /** Whether the message was not sent because the receiver's address is not public. */
  readonly isRefused: boolean;
}

const answerBytes = 16 * 1024;

/** Sends a message once. Never rejects because of the receiver. */
export async function sendMessage(sending: Sending, message: LeasedMessage): Promise<Attempt> {
  const at = sending.now();
  const began = performance.now();
  const attempt = (came: Partial<Omit<Attempt, "at" | "milliseconds">>): Attempt => ({
    at,
    milliseconds: Math.round(performance.now() - began),
    ...nothing,
    ...came,
  });
  const secrets = secretsOf(sending, message, at);
  if (!secrets)
    return attempt({
      error:
        "The stored webhook secret cannot be decrypted, because the secret of this installation has changed. Rotate the webhook's secret.",
    });
  try {
    const { id, url, body } = message;
    const timestamp = Math.floor(at.getTime() / 1000);
    const answer = await sending.request({
      url,
      method: "POST",
      headers: {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": String(timestamp),
        "webhook-signature": signatures(secrets, { id, timestamp, body }),
      },
      body,
      timeoutMs: sending.timeoutMs,
      maxBytes: answerBytes,
      larger: "cut",
    });
    const { status, headers } = answer;
    const isFine = status >= 200 && status < 300;
    return attempt({
      status,
      retryAfterMs: retryAfterMs(headers["retry-after"], at),
      error: isFine ? null : `The server responded with status ${status}`,
      response: shownText(answer.body),
    });
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return attempt({ error: error.message, isRefused: isInside(error) });
  }
}

const nothing = { status: null, retryAfterMs: null, error: null, response: null, isRefused: false } as const;

function secretsOf({ webhookSecrets }: Sending, message: LeasedMessage, now: Date): string[] | null {
  const { webhookId, secret: sealed, previousSecret, previousUntil } = message;
  const secret = webhookSecrets.open(webhookId, sealed);
  if (secret === null) return null;
  const isRotating = previousSecret !== null && previousUntil !== null && previousUntil > now;
  const previous = isRotating ? webhookSecrets.open(webhookId, previousSecret) : null;
  return previous === null ? [secret] : [secret, previous];
}

/** Removes NUL, which Postgres can't store. */
function shownText(body: Buffer): string {
  return body.toString("utf8").replaceAll("\0", "").slice(0, webhookLimits.responseChars).toWellFormed();
}
