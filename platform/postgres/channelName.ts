import { createHash } from "node:crypto";

/**
 * Returns a Postgres identifier (at most 63 bytes) for a name of any length and characters; different names get
 * different ones.
 */
export function channelName(prefix: string, name: string): string {
  const readable = name.replaceAll(/[^A-Za-z0-9]+/g, "_").slice(0, 24);
  return `${prefix}_${readable}_${createHash("sha256").update(name).digest("hex").slice(0, 24)}`;
}
