import { pino } from "pino";
import { countLostLine } from "./lostLines.ts";

/** Lines that the output does not take wait in memory up to so many bytes; further ones are lost and counted. */
const defaultWaitingBytes = 1024 * 1024;

/**
 * Writes lines to a file descriptor. Never throws: a log that can't be written, on a full disk say, ends nothing. `onBack`
 * is called with the number of lost lines when the output takes lines again.
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
    // Not from within the write that has just worked.
    queueMicrotask(() => onBack(told));
  });
  return destination;
}
