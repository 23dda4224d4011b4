import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";

/**
 * What an address counts as. An IPv6 line has 2^64 addresses of its own, so these count as one; IPv4 in IPv6's
 * clothes is IPv4.
 */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = "", tail] = (address.split("%", 1)[0] ?? "").toLowerCase().split("::", 2);
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => "0");
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}

/** What an e-mail address counts as, whatever its case; not readable in the store, and of one length. */
export function emailKey(email: string): string {
  return createHash("sha256").update(email.trim().toLowerCase()).digest("base64url");
}
