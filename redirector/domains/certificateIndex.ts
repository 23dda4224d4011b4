import { createSecureContext, type SecureContext } from "node:tls";
import type { CertificateSource, HostCertificate } from "./certificateSource.ts";

export interface FoundCertificate extends HostCertificate {
  /**
   * Returns the TLS context, which is created at the first handshake because there may be thousands of certificates.
   * Null if TLS can't use this certificate.
   */
  readonly context: () => SecureContext | null;
}

/** The certificates of all sources, by host. */
export interface CertificateIndex {
  /** Finds the certificate of a lower-case host, preferring an exact match over a wildcard; null if there is none. */
  find(host: string): FoundCertificate | null;
  /** Calls `listener` after a source has changed and the index was updated. */
  onChange(listener: () => void): void;
}

/** Creates an index of all sources; if a host is in several sources, the first one applies. */
export function createCertificateIndex(sources: readonly CertificateSource[]): CertificateIndex {
  /** Contexts by certificate, reused for certificates that a source still has after a change. */
  const known = new WeakMap<HostCertificate, FoundCertificate>();
  let found = byHost();

  function byHost(): ReadonlyMap<string, FoundCertificate> {
    const hosts = new Map<string, FoundCertificate>();
    for (const certificate of sources.flatMap((source) => source.all())) {
      const usable = known.get(certificate) ?? withContext(certificate);
      known.set(certificate, usable);
      for (const host of certificate.hosts) if (!hosts.has(host)) hosts.set(host, usable);
    }
    return hosts;
  }

  const listeners: (() => void)[] = [];
  for (const source of sources) {
    source.onChange(() => {
      found = byHost();
      for (const listener of listeners) listener();
    });
  }
  return {
    find: (host) => found.get(host) ?? found.get(wildcardOf(host)) ?? null,
    onChange: (listener) => void listeners.push(listener),
  };
}

function withContext(certificate: HostCertificate): FoundCertificate {
  const { hosts, chain, key } = certificate;
  let context: SecureContext | null | undefined;
  return {
    hosts,
    chain,
    key,
    context: () => (context === undefined ? (context = contextOf(certificate)) : context),
  };
}

function contextOf({ chain, key }: HostCertificate): SecureContext | null {
  try {
    return createSecureContext({ cert: chain, key, minVersion: "TLSv1.2" });
  } catch {
    return null;
  }
}

/** Replaces the first label of a host with a wildcard. */
function wildcardOf(host: string): string {
  return `*${host.slice(Math.max(0, host.indexOf(".")))}`;
}
