/** A request that a CA has rejected (RFC 8555, section 6.7). */
export class CaProblem extends Error {
  readonly status: number;
  /** Error type without `urn:ietf:params:acme:error:`; empty if the CA returned none. */
  readonly type: string;
  /** Delay in milliseconds that the CA has requested; null for none. */
  readonly retryAfterMs: number | null;

  constructor(status: number, type: string, detail: string, retryAfterMs: number | null) {
    super(`The certificate authority rejected the request: ${detail === "" ? `HTTP ${status}` : detail}`);
    this.name = "CaProblem";
    this.status = status;
    this.type = type;
    this.retryAfterMs = retryAfterMs;
  }
}

/** A CA that is unreachable, did not respond in time, or whose response is too large. */
export class CaUnreachable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "CaUnreachable";
  }
}

/** Whether the CA has rejected the request because of a rate limit. */
export function isLimit({ status, type }: CaProblem): boolean {
  return type === "rateLimited" || status === 429;
}
