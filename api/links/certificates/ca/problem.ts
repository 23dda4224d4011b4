/** A request that a CA refused (RFC 8555, section 6.7). */
export class CaProblem extends Error {
  readonly status: number;
  /** Without `urn:ietf:params:acme:error:`; empty if the CA named none. */
  readonly type: string;
  /** Milliseconds that the CA wants to be left alone for; null if it did not say. */
  readonly retryAfterMs: number | null;

  constructor(status: number, type: string, detail: string, retryAfterMs: number | null) {
    super(`The certificate authority rejected the request: ${detail === "" ? `HTTP ${status}` : detail}`);
    this.name = "CaProblem";
    this.status = status;
    this.type = type;
    this.retryAfterMs = retryAfterMs;
  }
}

/** A CA that did not answer, or not as ACME wants it. */
export class CaUnreachable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "CaUnreachable";
  }
}

/** Whether the CA wants fewer requests. */
export function isLimit({ status, type }: CaProblem): boolean {
  return type === "rateLimited" || status === 429;
}
