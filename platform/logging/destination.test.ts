import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { logDestination } from "./destination.ts";
import { lostLogLines } from "./lostLines.ts";

/** Opens a log that can't be written at first, because its file is open only for reading. */
function refusingLog() {
  const folder = mkdtempSync(path.join(tmpdir(), "hoplog-log-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "log");
  writeFileSync(file, "");
  const fd = openSync(file, "r");
  return {
    fd,
    /** Makes the log writable: the system assigns the lowest free descriptor, which is the same one. */
    accept() {
      closeSync(fd);
      expect(openSync(file, "a")).toBe(fd);
      onTestFinished(() => closeSync(fd));
    },
    lines: () => readFileSync(file, "utf8").split("\n").slice(0, -1),
  };
}

it("keeps lines that can't be written, counts those beyond its room, and reports their number afterwards", async () => {
  const log = refusingLog();
  const onBack = vi.fn();
  const before = lostLogLines();
  const destination = logDestination(log.fd, onBack, 10);
  for (const line of ["one\n", "two\n", "three\n", "four\n"]) expect(() => destination.write(line)).not.toThrow();
  expect(lostLogLines() - before).toBe(2);
  log.accept();
  destination.write("5\n");
  await expect.poll(() => onBack.mock.calls).toEqual([[2]]);
  expect(log.lines()).toEqual(["one", "two", "5"]);
});
