import { statfs } from "node:fs/promises";
import path from "node:path";
import { Gauge, type Registry } from "prom-client";
import type { Logger } from "../logging/logger.ts";
import { errorCode } from "../process/errorCode.ts";
import { type Rounds, startRounds } from "../process/rounds.ts";

/** What a file system has left, from 0 to 1. */
export interface DiskSpace {
  readonly folder: string;
  readonly freeBytes: number;
  readonly free: number;
  /** Of files that it can still take; 1 where it has no limit. */
  readonly freeInodes: number;
}

/** Below these parts of a disk somebody must act: soon, and at once. */
export const lowSpace = { warning: 0.15, critical: 0.05 } as const;

export type SpaceLevel = "ok" | keyof typeof lowSpace;

/** The scarcer of bytes and inodes counts. */
export function levelOf({ free, freeInodes }: Pick<DiskSpace, "free" | "freeInodes">): SpaceLevel {
  const least = Math.min(free, freeInodes);
  if (least < lowSpace.critical) return "critical";
  return least < lowSpace.warning ? "warning" : "ok";
}

/** In a few words, as "4 % of the disk of spool is free"; null while no disk is low. */
export function lowSpaceText(disks: readonly DiskSpace[]): string | null {
  const texts = disks.filter((disk) => levelOf(disk) !== "ok").map(textOf);
  return texts.length > 0 ? texts.join(", ") : null;
}

function textOf({ folder, free, freeInodes }: DiskSpace): string {
  const what = freeInodes < free ? `of the inodes of the disk of ${folder}` : `of the disk of ${folder}`;
  return `${Math.floor(Math.min(free, freeInodes) * 100)} % ${what} is free`;
}

/** Folders by the names that metrics give them. One that is not there yet is looked at where it will be made. */
export type WatchedFolders = Readonly<Record<string, string>>;

/** The space of each folder's file system; those that can't be read are left out. */
export async function readDiskSpace(folders: WatchedFolders): Promise<DiskSpace[]> {
  const all = await Promise.all(Object.entries(folders).map(([name, folder]) => spaceOf(name, path.resolve(folder))));
  return all.filter((space) => space !== null);
}

async function spaceOf(name: string, folder: string): Promise<DiskSpace | null> {
  try {
    const { bavail, bfree, blocks, bsize, ffree, files } = await statfs(folder);
    // As df reckons: what is kept for root is neither used nor free.
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

/**
 * The series of free space for each folder, and a line in the log whenever a disk becomes low, or is no more.
 */
export function watchDiskSpace(folders: WatchedFolders, registry: Registry, logger: Logger): Rounds {
  gauge(registry, "hoplog_disk_free_bytes", "Bytes that the disk of a folder can still take", folders, "freeBytes");
  gauge(registry, "hoplog_disk_free_ratio", "The free part of the disk of a folder, 0 to 1", folders, "free");
  gauge(
    registry,
    "hoplog_disk_free_inodes_ratio",
    "The free part of the inodes of the disk of a folder, 0 to 1",
    folders,
    "freeInodes",
  );
  const levels = new Map<string, SpaceLevel>();
  return startRounds(
    everyMs,
    async () => {
      for (const disk of await readDiskSpace(folders)) logChange(disk, levels, logger);
    },
    (error) => logger.warn({ err: error }, "free space can't be read"),
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
  if (level === "ok") logger.info(disk, "the disk has room again");
  else if (level === "critical") logger.error(disk, `ALARM: ${textOf(disk)}: free some at once`);
  else logger.warn(disk, `${textOf(disk)}: free some soon`);
}
