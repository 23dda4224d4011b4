import { createHmac } from "node:crypto";

const prefix = "whsec_";
const secretBytes = 32;

/** Creates a secret in the format of Standard Webhooks. `random` must be cryptographically secure. */
export function newSecret(random: (size: number) => Uint8Array): string {
  return prefix + Buffer.from(random(secretBytes)).toString("base64");
}

export interface ToSign {
  readonly id: string;
  /** Time of the message in seconds since the epoch. */
  readonly timestamp: number;
  readonly body: string;
}

/** Returns the value of `webhook-signature`: a signature with each secret. */
export function signatures(secrets: readonly string[], { id, timestamp, body }: ToSign): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), "base64");
      return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
    })
    .join(" ");
}
