import type { Logger } from "@hoplog/platform/logging/logger.js";
import type { ListenerChild } from "./listenerChild.ts";
import { type ListenerReport, reportSchema } from "./messages.ts";

export interface ListenerEvents {
  readonly onReport: (report: ListenerReport) => void;
  readonly onExit: (how: string) => void;
}

/** Subscribes to a listener's reports, from its start on. */
export function subscribeToListener(child: ListenerChild, logger: Logger, { onReport, onExit }: ListenerEvents): void {
  child.subscribe({
    onMessage(message) {
      const report = reportSchema.safeParse(message);
      if (report.success) onReport(report.data);
      else logger.error({ err: report.error }, "a listener sent an unknown message");
    },
    onExit,
  });
}
