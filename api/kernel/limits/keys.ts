import { createHmac, hkdfSync } from "node:crypto";
import { isIPv6 } from "node:net";

/**
 * Returns the rate-limit key of an IP address. An IPv6 customer has 2^64 addresses, so a /64 counts as one; an
 * IPv4-mapped IPv6 address counts as IPv4.
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

/** Returns the network of an IP address that a single customer of a provider may have: a /24 of IPv4, a /48 of IPv6. */
export function networkKey(address: string): string {
  const key = addressKey(address);
  const separator = key.includes(":") ? ":" : ".";
  return key.split(separator).slice(0, 3).join(separator);
}

/**
 * Returns the key by which open streams and sockets are counted. API keys are counted separately from sessions, so that
 * a published key that exceeds its limit does not block the account's owner.
 */
export function holderKey(userId: string, credential: "session" | "apiKey"): string {
  return `${credential} ${userId}`;
}

/**
 * Keys of the stored counters. They contain no personal data, and guesses of addresses cannot be checked without the
 * installation's secret.
 */
export interface CountKeys {
  /** Returns the key of an email address, ignoring case. */
  email(email: string): string;
  /** Returns the key of an email address's inbox, ignoring a plus suffix. */
  inbox(email: string): string;
  /** Returns the key of a client's IP address. */
  address(address: string): string;
  /**
   * Returns the key of a client's IP address at one account. The key starts with the account's key, and differs between
   * accounts.
   */
  addressAt(account: string, address: string): string;
  /** Returns the key of the client's network at one account. */
  networkAt(account: string, address: string): string;
}

export function createCountKeys(secret: string): CountKeys {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "hoplog keys of counts", 32));
  const hash = (kind: string, value: string) =>
    createHmac("sha256", key).update(`${kind}\n${value}`).digest("base64url");
  const ofEmail = (email: string) => hash("email", email.trim().toLowerCase());
  return {
    email: ofEmail,
    inbox: (email) => ofEmail(email.trim().replace(/(?<=.)\+[^@]*(?=@[^@]*$)/, "")),
    address: (address) => hash("address", addressKey(address)),
    addressAt: (account, address) => `${account}/${hash("address at", `${account}\n${addressKey(address)}`)}`,
    networkAt: (account, address) => `${account}/${hash("network at", `${account}\n${networkKey(address)}`)}`,
  };
}
