import { createHmac, hkdfSync } from "node:crypto";
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

/** The addresses that one customer of a provider may have at once count as one network: a /24, and a /48 of IPv6. */
export function networkKey(address: string): string {
  const key = addressKey(address);
  const separator = key.includes(":") ? ":" : ".";
  return key.split(separator).slice(0, 3).join(separator);
}

/** Whose open streams and sockets count together. A public key of the account's that holds all it may leaves its owner's alone. */
export function holderKey(userId: string, credential: "session" | "apiKey"): string {
  return `${credential} ${userId}`;
}

/**
 * Keys of the counts that are stored. Nothing of a person can be read from them, and without the installation's secret
 * nobody can try addresses against them.
 */
export interface CountKeys {
  /** Of an e-mail address, whatever its case. */
  email(email: string): string;
  /** Of the inbox that it leads to: what stands behind a plus is the reader's own sorting. */
  inbox(email: string): string;
  /** Of a client's address. */
  address(address: string): string;
  /** Of a client's address at one account: it begins with the account's key, and differs from account to account. */
  addressAt(account: string, address: string): string;
  /** The same of the network that the address is in. */
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
