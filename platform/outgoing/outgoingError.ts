export type OutgoingFailure =
  /** No http or https URL, or one with a user name or password. */
  | "url"
  /** The host has an address that is not public, and that no setting names. */
  | "address"
  /** The name can't be resolved, or nobody answers there as HTTP wants it. */
  | "network"
  | "time"
  /** The answer, or its head, is larger than it may be. */
  | "size"
  | "redirects"
  /** Its asker doesn't want it to be requested. */
  | "unwanted"
  /** Its asker wants to leave the server alone for longer than it can wait. */
  | "later";

/** A request to somebody else's server that was not made, or got no answer. The message is fit to be shown to people. */
export class OutgoingError extends Error {
  readonly failure: OutgoingFailure;

  constructor(failure: OutgoingFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "OutgoingError";
    this.failure = failure;
  }
}
