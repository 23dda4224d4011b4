import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createLogger } from "../logging/logger.ts";
import { levelOf, lowSpaceText, readDiskSpace, watchDiskSpace } from "./diskSpace.ts";
import { createRegistry } from "./registry.ts";

it.each([
  [0.5, 1, "ok"],
  [0.15, 0.15, "ok"],
  [0.149, 1, "warning"],
  [0.5, 0.1, "warning"],
  [0.049, 1, "critical"],
  [0.5, 0, "critical"],
] as const)("with %f of the bytes and %f of the inodes free it is %s", (free, freeInodes, level) => {
  expect(levelOf({ free, freeInodes })).toBe(level);
});

it("names the disks that are low, and what of them", () => {
  const disks = [
    { folder: "spool", freeBytes: 1, free: 0.049, freeInodes: 1 },
    { folder: "replica", freeBytes: 1, free: 0.9, freeInodes: 0.12 },
    { folder: "logs", freeBytes: 1, free: 0.9, freeInodes: 0.9 },
  ];
  expect(lowSpaceText(disks)).toBe(
    "4 % of the disk of spool is free, 12 % of the inodes of the disk of replica is free",
  );
  expect(lowSpaceText(disks.slice(2))).toBeNull();
});

it("reads the disk of each folder, also of one that is yet to be made, as series", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "hoplog-space-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const folders = { data: folder, later: path.join(folder, "not", "yet") };
  const [data, later] = await readDiskSpace(folders);
  expect(data?.freeBytes).toBeGreaterThan(0);
  expect(data?.free).toBeGreaterThan(0);
  expect(data?.free).toBeLessThanOrEqual(1);
  expect(later?.folder).toBe("later");
  expect(later?.free).toBeGreaterThan(0);
  const registry = createRegistry("api");
  const watching = watchDiskSpace(folders, registry, createLogger("test", "silent"));
  onTestFinished(() => watching.stop());
  const text = await registry.metrics();
  for (const name of ["bytes", "ratio", "inodes_ratio"])
    expect(text).toMatch(new RegExp(`^hoplog_disk_free_${name}\\{.*folder="later".*\\} \\d`, "m"));
});
