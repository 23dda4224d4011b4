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
 * Decides whether a name may have a certificate: only the names of existing domains; "unknown" while the replica is
 * incomplete or the entry is unreadable.
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
