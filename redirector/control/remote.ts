import { type LinkAddress, linkKey } from "@hoplog/schema/topics/links/key.js";
import type { CheckedPassword, CheckPassword } from "../passwords/messages.ts";
import { decodeEntry, type FoundEntry } from "../replica/linkEntry.ts";
import type { ListenerOrder, ListenerReport } from "./messages.ts";

/** A listener's requests to the redirector that has started it. */
export interface Remote {
  /** Null for a code nobody knows, and for one that can't be looked up just now. Never rejects. */
  lookUp(address: LinkAddress): Promise<FoundEntry | null>;
  readonly checkPassword: CheckPassword;
  isHealthy(): Promise<boolean>;
  /** An answer has come. */
  receive(order: ListenerOrder): void;
}

/**
 * Lookups of one code share one request; beyond `maxConcurrent` requests at once a code counts as unknown. Beyond
 * `maxPasswords` passwords at once, more are not even sent.
 */
export function createRemote(
  report: (what: ListenerReport) => void,
  limits: { readonly maxConcurrent: number; readonly maxPasswords: number },
): Remote {
  const pendingLookups = new Map<
    string,
    { answer: Promise<FoundEntry | null>; resolve: (entry: FoundEntry | null) => void }
  >();
  const pendingPasswords = new Map<number, (checked: CheckedPassword) => void>();
  const pendingHealth = new Map<number, (healthy: boolean) => void>();
  let nextId = 1;

  return {
    lookUp(address) {
      const key = linkKey(address);
      const running = pendingLookups.get(key);
      if (running) return running.answer;
      if (pendingLookups.size >= limits.maxConcurrent) return Promise.resolve(null);
      let resolve: (entry: FoundEntry | null) => void = () => {};
      const answer = new Promise<FoundEntry | null>((settle) => (resolve = settle));
      pendingLookups.set(key, { answer, resolve });
      report({ kind: "ask", key });
      return answer;
    },
    checkPassword(attempt) {
      if (pendingPasswords.size >= limits.maxPasswords) return Promise.resolve({ outcome: "busy", retrySeconds: 1 });
      const id = nextId++;
      return new Promise((resolve) => {
        pendingPasswords.set(id, resolve);
        report({ kind: "check", id, attempt });
      });
    },
    isHealthy() {
      const id = nextId++;
      return new Promise((resolve) => {
        pendingHealth.set(id, resolve);
        report({ kind: "health", id });
      });
    },
    receive(order) {
      if (order.kind === "found") {
        pendingLookups
          .get(order.key)
          ?.resolve(order.entry === null ? null : decodeEntry(Buffer.from(order.entry, "base64")));
        pendingLookups.delete(order.key);
      } else if (order.kind === "checked") {
        pendingPasswords.get(order.id)?.(order.checked);
        pendingPasswords.delete(order.id);
      } else if (order.kind === "health") {
        pendingHealth.get(order.id)?.(order.healthy);
        pendingHealth.delete(order.id);
      }
    },
  };
}
