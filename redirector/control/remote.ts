import type { ListenerOrder, ListenerReport } from "./messages.ts";
import { decodeEntry, type LinkEntry } from "../replica/linkEntry.ts";

/** A listener's questions to the redirector that has started it. */
export interface Remote {
  /** Null for a code nobody knows, and for one that can't be asked for just now. Never rejects. */
  ask(code: string): Promise<LinkEntry | null>;
  isHealthy(): Promise<boolean>;
  /** An answer has come. */
  hear(order: ListenerOrder): void;
}

/** The same code is asked once at a time; of more than `maxConcurrent` questions at once the others are not asked. */
export function createRemote(
  report: (what: ListenerReport) => void,
  limits: { readonly maxConcurrent: number },
): Remote {
  const asking = new Map<string, { answer: Promise<LinkEntry | null>; resolve: (entry: LinkEntry | null) => void }>();
  const healthAsked = new Map<number, (healthy: boolean) => void>();
  let nextId = 1;

  return {
    ask(code) {
      const running = asking.get(code);
      if (running) return running.answer;
      if (asking.size >= limits.maxConcurrent) return Promise.resolve(null);
      let resolve: (entry: LinkEntry | null) => void = () => {};
      const answer = new Promise<LinkEntry | null>((settle) => (resolve = settle));
      asking.set(code, { answer, resolve });
      report({ kind: "ask", code });
      return answer;
    },
    isHealthy() {
      const id = nextId++;
      return new Promise((resolve) => {
        healthAsked.set(id, resolve);
        report({ kind: "health", id });
      });
    },
    hear(order) {
      if (order.kind === "found") {
        asking.get(order.code)?.resolve(order.entry === null ? null : decodeEntry(Buffer.from(order.entry, "base64")));
        asking.delete(order.code);
      } else if (order.kind === "health") {
        healthAsked.get(order.id)?.(order.healthy);
        healthAsked.delete(order.id);
      }
    },
  };
}
