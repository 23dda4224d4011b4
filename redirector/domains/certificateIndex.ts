import { createSecureContext, type SecureContext } from "node:tls";
import type { CertificateSource, HostCertificate } from "./certificateSource.ts";

export interface FoundCertificate extends HostCertificate {
  /** Made at the first handshake: there may be thousands of certificates. Null if TLS can't use this one. */
  readonly context: () => SecureContext | null;
}

/** The certificates of all sources, by host. */
export interface CertificateIndex {
  /** For a host in lower case, its own certificate before a wildcard's; null if there is none. */
  find(host: string): FoundCertificate | null;
  /** Calls `listener` when a source has changed, after the index has. */
  onChange(listener: () => void): void;
}

/** A source that stands first wins for hosts that several sources name. */
export function createCertificateIndex(sources: readonly CertificateSource[]): CertificateIndex {
  /** What a source still has after a change keeps its context. */
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

/** A wildcard stands for one label. */
function wildcardOf(host: string): string {
  return `*${host.slice(Math.max(0, host.indexOf(".")))}`;
}
