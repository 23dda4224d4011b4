import { createHmac } from "node:crypto";

const prefix = "whsec_";
const secretBytes = 32;

/** A secret as Standard Webhooks write it. `random` gives bytes that nobody can guess. */
export function newSecret(random: (size: number) => Uint8Array): string {
  return prefix + Buffer.from(random(secretBytes)).toString("base64");
}

export interface ToSign {
  readonly id: string;
  /** Seconds since the epoch. */
  readonly timestamp: number;
  readonly body: string;
}

/** The value of `webhook-signature`: a signature by each of the secrets. */
export function signatures(secrets: readonly string[], { id, timestamp, body }: ToSign): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), "base64");
      return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
    })
    .join(" ");
}
