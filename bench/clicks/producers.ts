import { randomBytes } from "node:crypto";
import type { EventLog, NewRecord } from "@hoplog/platform/log/port.js";
import type { RecordedClick } from "@hoplog/schema/topics/clickBatch/click.js";
import { encodeClickBatch } from "@hoplog/schema/topics/clickBatch/encode.js";
import { clicksV1 } from "@hoplog/schema/topics/topic.js";

/** A simulated listener with its shipper. */
export interface Producer {
  add(click: RecordedClick): void;
  /** Resolves when the log contains all clicks; rejects if the log rejected some. */
  done(): Promise<void>;
}

/**
 * The intervals at which listeners close chunks (redirector/spool/rotation.ts), and the number of chunks per append of
 * a shipper (ship.ts).
 */
const lingerMs = 40;
const spacingMs = 250;
const chunksAnAppend = 16;

/** Creates a simulated producer; `onShipped` receives the clicks that the log has just accepted. */
export function simulateProducer(log: EventLog, onShipped: (clicks: readonly RecordedClick[]) => void): Producer {
  let open: RecordedClick[] = [];
  let closedAt = Number.NEGATIVE_INFINITY;
  const closed: (readonly RecordedClick[])[] = [];
  let shipping: Promise<void> | null = null;
  let closing = Promise.resolve();

  function close(): void {
    closedAt = performance.now();
    closed.push(open);
    open = [];
    shipping ??= ship().finally(() => (shipping = null));
  }

  async function ship(): Promise<void> {
    while (closed.length > 0) {
      const chunks = closed.splice(0, chunksAnAppend);
      await log.append(clicksV1, chunks.map(recordOf));
      onShipped(chunks.flat());
    }
  }

  return {
    add(click) {
      open.push(click);
      if (open.length > 1) return;
      const dueIn = Math.max(lingerMs, closedAt + spacingMs - performance.now());
      closing = new Promise((resolve) => {
        setTimeout(() => {
          close();
          resolve();
        }, dueIn);
      });
    },
    async done() {
      await closing;
      await shipping;
    },
  };
}

function recordOf(clicks: readonly RecordedClick[]): NewRecord {
  return { key: null, value: encodeClickBatch(randomBytes(16), clicks) };
}
