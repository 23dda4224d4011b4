/** A certificate and its key, for hosts as DNS has them; a wildcard's begins with `*.`. */
export interface HostCertificate {
  readonly hosts: readonly string[];
  /** PEM: the host's own certificate first, then those that lead to the authority. */
  readonly chain: string;
  /** PEM. */
  readonly key: string;
}

/** Where certificates come from. */
export interface CertificateSource {
  all(): readonly HostCertificate[];
  /** Calls `listener` each time when {@link CertificateSource.all} has changed. */
  onChange(listener: () => void): void;
}
