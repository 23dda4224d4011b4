import { type LinkAddress, linkKey } from "@hoplog/schema/topics/links/key.js";
import type { LeaseAnswer, LeaseSource } from "../caps/messages.ts";
import type { CheckedPassword, CheckPassword } from "../passwords/messages.ts";
import { decodeEntry, type FoundEntry, unreadable } from "../replica/linkEntry.ts";
import type { ListenerOrder, ListenerReport } from "./messages.ts";
import { createPending } from "./pending.ts";

/** A listener's requests to the redirector that started it. */
export interface Remote extends LeaseSource {
  /**
   * Looks up a code; null for an unknown one, {@link unreadable} if it can't be looked up at the moment. Never rejects.
   */
  lookUp(address: LinkAddress): Promise<FoundEntry | null>;
  readonly checkPassword: CheckPassword;
  isHealthy(): Promise<boolean>;
  /** Handles a response. */
  receive(order: ListenerOrder): void;
}

/**
 * Creates a remote with limits. Concurrent lookups of one code share a request. Beyond `maxConcurrent` lookups, a code
 * is {@link unreadable}; beyond as many lease requests, or `maxPasswords` password checks, the result is "busy" without
 * a request.
 */
export function createRemote(
  report: (what: ListenerReport) => void,
  limits: { readonly maxConcurrent: number; readonly maxPasswords: number },
): Remote {
  const pendingLookups = new Map<
    string,
    { answer: Promise<FoundEntry | null>; resolve: (entry: FoundEntry | null) => void }
  >();
  const passwords = createPending<CheckedPassword>();
  const leases = createPending<LeaseAnswer>();
  const settlements = createPending<boolean>();
  const health = createPending<boolean>();

  return {
    lookUp(address) {
      const key = linkKey(address);
      const running = pendingLookups.get(key);
      if (running) return running.answer;
      if (pendingLookups.size >= limits.maxConcurrent) return Promise.resolve(unreadable);
      let resolve: (entry: FoundEntry | null) => void = () => {};
      const answer = new Promise<FoundEntry | null>((settle) => (resolve = settle));
      pendingLookups.set(key, { answer, resolve });
      report({ kind: "ask", key });
      return answer;
    },
    checkPassword(attempt) {
      if (passwords.count() >= limits.maxPasswords) return Promise.resolve({ outcome: "busy", retrySeconds: 1 });
      return passwords.ask((id) => report({ kind: "check", id, attempt }));
    },
    lease(request) {
      if (leases.count() >= limits.maxConcurrent) return Promise.resolve({ state: "busy", granted: 0 });
      return leases.ask((id) => report({ kind: "lease", id, request }));
    },
    settle: (settlement) => settlements.ask((id) => report({ kind: "settle", id, settlement })),
    isHealthy: () => health.ask((id) => report({ kind: "health", id })),
    receive(order) {
      if (order.kind === "found") {
        pendingLookups
          .get(order.key)
          ?.resolve(order.entry === null ? null : decodeEntry(Buffer.from(order.entry, "base64")));
        pendingLookups.delete(order.key);
      } else if (order.kind === "checked") passwords.answer(order.id, order.checked);
      else if (order.kind === "leased") leases.answer(order.id, order.answer);
      else if (order.kind === "settled") settlements.answer(order.id, order.isSettled);
      else if (order.kind === "health") health.answer(order.id, order.healthy);
    },
  };
}
