import { pino } from "pino";
import { countLostLine } from "./lostLines.ts";

/** Maximum bytes of lines that are buffered while the output is blocked; further lines are dropped and counted. */
const defaultWaitingBytes = 1024 * 1024;

/**
 * Writes lines to a file descriptor. Never throws: the process continues if the log can't be written, for example
 * because the disk is full. `onBack` is called with the number of dropped lines when writing succeeds again.
 */
export function logDestination(fd: number, onBack: (lost: number) => void, waitingBytes = defaultWaitingBytes) {
  const destination = pino.destination({ dest: fd, sync: true, maxLength: waitingBytes });
  let lost = 0;
  destination.on("error", () => {});
  destination.on("drop", () => {
    lost++;
    countLostLine();
  });
  destination.on("write", () => {
    if (lost === 0) return;
    const told = lost;
    lost = 0;
    // Called asynchronously, not within the write that has just succeeded.
    queueMicrotask(() => onBack(told));
  });
  return destination;
}
