export type OutgoingFailure =
  /** No http or https URL, or one with a user name or password. */
  | "url"
  /** The host is an address that is not public, and that no setting names, or a name without a dot. */
  | "address"
  /**
   * The host's name can't be resolved, or leads to such an address. Which of the two is in the cause, for us: who chose the
   * URL would learn from it which names there are inside.
   */
  | "name"
  /** Nobody answers there as HTTP wants it. */
  | "network"
  | "time"
  /** The answer, or its head, is larger than it may be. */
  | "size"
  | "redirects"
  /** Its asker doesn't want it to be requested. */
  | "unwanted"
  /** Its asker wants to leave the server alone for longer than it can wait. */
  | "later";

/** Whether it was an address that may not be reached, also one that a name leads to. Not to be shown. */
export function isInside({ failure, cause }: OutgoingError): boolean {
  return failure === "address" || (cause instanceof OutgoingError && isInside(cause));
}

/** A request to somebody else's server that was not made, or got no answer. The message is fit to be shown to people. */
export class OutgoingError extends Error {
  readonly failure: OutgoingFailure;

  constructor(failure: OutgoingFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "OutgoingError";
    this.failure = failure;
  }
}
