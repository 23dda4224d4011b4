import { pauseAfter } from "@hoplog/platform/retry/retry.js";
import { registrableDomain } from "../domains/dns/names.ts";
import { CaProblem, CaUnreachable, isLimit } from "./ca/problem.ts";

/**
 * The cause of a failed attempt. Before the CA is requested to validate: `caa` and `setup` are problems that the host's
 * owner can solve, and `dns` means that DNS did not respond. `validation`: the CA rejected the validation or the order.
 */
export type FailureKind = "caa" | "dns" | "setup" | "validation";

/** A failed attempt to get a certificate. The message contains the remedy. */
export class AttemptFailure extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string) {
    super(message);
    this.name = "AttemptFailure";
    this.kind = kind;
  }
}

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;

/** The consequences of a failure. */
export interface Consequence {
  /** Delay before the host's next attempt. */
  readonly hostMs: number;
  /** Delay before any host's next attempt; null if other hosts continue. */
  readonly everybodyMs: number | null;
}

/**
 * Returns the delays after a failure. `failures` contains the numbers of previous failures of the host and of the CA.
 * Failures that the CA counts start with a longer pause, because public CAs allow five failures per hour. A rate limit
 * without Retry-After causes a delay of one hour.
 */
export function consequenceOf(error: unknown, host: string, failures: { host: number; ca: number }): Consequence {
  const doubled = (firstMs: number, count: number, maxMs: number) => pauseAfter(count, { firstMs, maxMs }, 1);
  const own = doubled(minuteMs, failures.host, 6 * hourMs);
  if (error instanceof CaUnreachable) {
    return { hostMs: 0, everybodyMs: doubled(minuteMs, failures.ca, hourMs) };
  }
  if (error instanceof CaProblem) {
    const { retryAfterMs } = error;
    if (isLimit(error)) {
      const ms = Math.max(retryAfterMs ?? hourMs, minuteMs);
      return namesHost(error.message, host) ? { hostMs: ms, everybodyMs: null } : { hostMs: 0, everybodyMs: ms };
    }
    // The next attempt registers the account again.
    if (error.type === "accountDoesNotExist") return { hostMs: own, everybodyMs: null };
    if (error.status >= 500) {
      const ms = doubled(minuteMs, failures.ca, hourMs);
      return { hostMs: 0, everybodyMs: Math.max(retryAfterMs ?? 0, ms) };
    }
    return { hostMs: doubled(15 * minuteMs, failures.host, 24 * hourMs), everybodyMs: null };
  }
  const isCounted = error instanceof AttemptFailure && error.kind === "validation";
  return { hostMs: isCounted ? doubled(15 * minuteMs, failures.host, 24 * hourMs) : own, everybodyMs: null };
}

/** Whether a CA's message names this host's registered domain or a name in it; otherwise it is about the account. */
function namesHost(text: string, host: string): boolean {
  const domain = registrableDomain(host) ?? host;
  const names = text.toLowerCase().match(/[\w-]+(?:\.[\w-]+)+/g) ?? [];
  return names.some((name) => name === domain || name.endsWith(`.${domain}`));
}

/** Returns the message for the operator. */
export function failureText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the message for the host's owner, which reveals nothing about the operator's network and account. */
export function ownersText(error: unknown, isOfAccount: boolean): string {
  const isOwners =
    error instanceof AttemptFailure ||
    (error instanceof CaProblem && error.status < 500 && error.type !== "accountDoesNotExist");
  return isOwners && !isOfAccount
    ? error.message
    : "The certificate authority is temporarily unable to issue certificates. The request is repeated automatically.";
}
