import { hostnameOf } from "@hoplog/schema/domains/hostname.js";
import { decodeDomain, domainKey } from "@hoplog/schema/topics/links/hosts.js";

/** Whether a name may have a certificate. */
export type CertificateAnswer = "yes" | "no" | "unknown";

/** What a replica says of a name; undefined where it has nothing. */
export interface KnownHosts {
  readonly read: (key: string) => Uint8Array | undefined;
  readonly isComplete: () => boolean;
}

/** Exactly the names of domains that are served may have one, and none while the replica can't say. */
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
