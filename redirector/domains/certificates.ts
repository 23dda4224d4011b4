import { hostnameOf } from "@hoplog/schema/domains/hostname.js";
import { decodeDomain, domainKey } from "@hoplog/schema/topics/links/hosts.js";

/** Whether a name may have a certificate. */
export type CertificateAnswer = "yes" | "no" | "unknown";

/** The replica's domains; `read` returns undefined if it has no entry. */
export interface KnownHosts {
  readonly read: (key: string) => Uint8Array | undefined;
  readonly isComplete: () => boolean;
}

/**
 * Decides whether a name may have a certificate: "yes" for the host of an existing domain; "unknown" if its entry is
 * unreadable, or is missing while the replica is incomplete.
 */
export function mayHaveCertificate(name: string, { read, isComplete }: KnownHosts): CertificateAnswer {
  const host = hostnameOf(name);
  if (host === null || host !== name.toLowerCase()) return "no";
  const entry = read(domainKey(host));
  if (!entry) return isComplete() ? "no" : "unknown";
  try {
    decodeDomain(entry);
    return "yes";
  } catch {
    return "unknown";
  }
}
