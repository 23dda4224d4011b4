import { statfs } from "node:fs/promises";
import path from "node:path";
import { Gauge, type Registry } from "prom-client";
import type { Logger } from "../logging/logger.ts";
import { errorCode } from "../process/errorCode.ts";
import { type Rounds, startRounds } from "../process/rounds.ts";

/** The free space of a file system; ratios are from 0 to 1. */
export interface DiskSpace {
  readonly folder: string;
  readonly freeBytes: number;
  readonly free: number;
  /** The free ratio of inodes; 1 if the file system has no limit. */
  readonly freeInodes: number;
}

/** Ratios of free space below which an operator must act soon, or immediately. */
export const lowSpace = { warning: 0.15, critical: 0.05 } as const;

export type SpaceLevel = "ok" | keyof typeof lowSpace;

/** Returns the level of bytes or inodes, whichever are scarcer. */
export function levelOf({ free, freeInodes }: Pick<DiskSpace, "free" | "freeInodes">): SpaceLevel {
  const least = Math.min(free, freeInodes);
  if (least < lowSpace.critical) return "critical";
  return least < lowSpace.warning ? "warning" : "ok";
}

/** Describes low disks, such as "4 % of the disk of spool is free"; null if no disk is low. */
export function lowSpaceText(disks: readonly DiskSpace[]): string | null {
  const texts = disks.filter((disk) => levelOf(disk) !== "ok").map(textOf);
  return texts.length > 0 ? texts.join(", ") : null;
}

function textOf({ folder, free, freeInodes }: DiskSpace): string {
  const what = freeInodes < free ? `of the inodes of the disk of ${folder}` : `of the disk of ${folder}`;
  return `${Math.floor(Math.min(free, freeInodes) * 100)} % ${what} is free`;
}

/** Folders by their names in metrics. For a folder that does not exist yet, its closest existing parent is measured. */
export type WatchedFolders = Readonly<Record<string, string>>;

/** Reads the free space of each folder's file system; folders that can't be read are omitted. */
export async function readDiskSpace(folders: WatchedFolders): Promise<DiskSpace[]> {
  const all = await Promise.all(Object.entries(folders).map(([name, folder]) => spaceOf(name, path.resolve(folder))));
  return all.filter((space) => space !== null);
}

async function spaceOf(name: string, folder: string): Promise<DiskSpace | null> {
  try {
    const { bavail, bfree, blocks, bsize, ffree, files } = await statfs(folder);
    // Calculated like df: space reserved for root is neither used nor free.
    const total = blocks - bfree + bavail;
    return {
      folder: name,
      freeBytes: bavail * bsize,
      free: total > 0 ? bavail / total : 1,
      freeInodes: files > 0 ? ffree / files : 1,
    };
  } catch (error) {
    const isMissing = errorCode(error) === "ENOENT";
    const parent = path.dirname(folder);
    return isMissing && parent !== folder ? spaceOf(name, parent) : null;
  }
}

const everyMs = 30_000;

/** Adds the metrics of free space for each folder, and logs when a disk becomes low and when it no longer is. */
export function watchDiskSpace(folders: WatchedFolders, registry: Registry, logger: Logger): Rounds {
  gauge(registry, "hoplog_disk_free_bytes", "Free bytes of the disk of a folder", folders, "freeBytes");
  gauge(registry, "hoplog_disk_free_ratio", "Free share of the disk of a folder, from 0 to 1", folders, "free");
  gauge(
    registry,
    "hoplog_disk_free_inodes_ratio",
    "Free share of the inodes of the disk of a folder, from 0 to 1",
    folders,
    "freeInodes",
  );
  const levels = new Map<string, SpaceLevel>();
  return startRounds(
    everyMs,
    async () => {
      for (const disk of await readDiskSpace(folders)) logChange(disk, levels, logger);
    },
    (error) => logger.warn({ err: error }, "cannot read the free disk space"),
  );
}

function gauge(
  registry: Registry,
  name: string,
  help: string,
  folders: WatchedFolders,
  value: "freeBytes" | "free" | "freeInodes",
): void {
  const series: Gauge<"folder"> = new Gauge({
    name,
    help,
    labelNames: ["folder"],
    registers: [registry],
    async collect() {
      for (const disk of await readDiskSpace(folders)) series.set({ folder: disk.folder }, disk[value]);
    },
  });
}

function logChange(disk: DiskSpace, levels: Map<string, SpaceLevel>, logger: Logger): void {
  const [before, level] = [levels.get(disk.folder) ?? "ok", levelOf(disk)];
  levels.set(disk.folder, level);
  if (level === before) return;
  if (level === "ok") logger.info(disk, "the disk has enough free space again");
  else if (level === "critical") logger.error(disk, `ALARM: ${textOf(disk)}. Free some space immediately`);
  else logger.warn(disk, `${textOf(disk)}. Free some space soon`);
}
