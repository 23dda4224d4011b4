import { createHash } from "node:crypto";

/** The same for the same webhook and event, so that what is written again is not written twice. */
export function messageIdOf(webhookId: string, ...event: readonly (string | number)[]): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([webhookId, ...event]))
    .digest("hex");
  const parts = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`, `8${digest.slice(17, 20)}`];
  return [...parts, digest.slice(20, 32)].join("-");
}
