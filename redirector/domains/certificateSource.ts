/** A certificate and its key, for hosts in DNS form; a wildcard begins with `*.`. */
export interface HostCertificate {
  readonly hosts: readonly string[];
  /** PEM: the host's certificate first, then its issuers. */
  readonly chain: string;
  /** The certificate's private key as PEM. */
  readonly key: string;
}

/** A source of certificates. */
export interface CertificateSource {
  all(): readonly HostCertificate[];
  /** Calls `listener` whenever {@link CertificateSource.all} has changed. */
  onChange(listener: () => void): void;
}
