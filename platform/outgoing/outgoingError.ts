export type OutgoingFailure =
  /** The URL is not an http or https URL, or contains a user name or password. */
  | "url"
  /**
   * The host is an address that is neither public nor allowed by a setting, or a name without a dot if no network is
   * allowed.
   */
  | "address"
  /**
   * The host's name can't be resolved, or resolves to a forbidden address. Only the cause, which operators see,
   * distinguishes the two: otherwise users could find out which internal names exist.
   */
  | "name"
  /** No server answers at the URL's host with valid HTTP. */
  | "network"
  | "time"
  /** The response, or its headers, are too large. */
  | "size"
  | "redirects"
  /** The caller's `mayRequest` rejected the URL. */
  | "unwanted"
  /** The caller would have to wait too long before it may send another request to the server. */
  | "later";

/**
 * Returns whether a forbidden address was the reason, including one that a name resolved to. Must not be shown to
 * users.
 */
export function isInside({ failure, cause }: OutgoingError): boolean {
  return failure === "address" || (cause instanceof OutgoingError && isInside(cause));
}

/** A request to an external server that was not sent, or got no valid response. The message can be shown to users. */
export class OutgoingError extends Error {
  readonly failure: OutgoingFailure;

  constructor(failure: OutgoingFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "OutgoingError";
    this.failure = failure;
  }
}
