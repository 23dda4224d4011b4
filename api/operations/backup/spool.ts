import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { countedBatches } from "../../clicks/tables/countedBatches.ts";
import { saveStream } from "./files.ts";
import type { SavedFile } from "./manifest.ts";

/**
 * File name of a redirector's chunk: the id of its batch. The extension contains the version of the chunk, and whether
 * it is complete.
 */
const chunkName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(?:open|chunk)(2?)$/;

/**
 * Copies the chunks that redirectors have not shipped yet. A chunk shipped in the meantime is in the log or ClickHouse,
 * if these are saved afterwards.
 */
export async function saveSpool(spool: string | undefined, folder: string): Promise<SavedFile[]> {
  if (!spool || !existsSync(spool)) return [];
  const saved = new Map<string, SavedFile>();
  for (const path of await readdir(spool, { recursive: true })) {
    const [, id, version = ""] = chunkName.exec(basename(path)) ?? [];
    if (!id || saved.has(id)) continue;
    const bytes = await chunkBytes(join(spool, path));
    if (bytes.length === 0) continue;
    saved.set(
      id,
      await saveStream(Readable.from([bytes]), folder, `spool/${id}.chunk${version}`, { compressed: false }),
    );
  }
  return [...saved.values()];
}

/** Reads a chunk, under its final name if it was renamed in the meantime; a missing one has been shipped. */
async function chunkBytes(path: string): Promise<Buffer> {
  for (const name of [path, path.replace(/\.open(2?)$/, ".chunk$1")]) {
    const bytes = await readFile(name).catch(() => null);
    if (bytes) return bytes;
  }
  return Buffer.alloc(0);
}

/** Restores uncounted chunks for the redirector that starts first, and returns their number. */
export async function restoreSpool(
  clickhouse: ClickHouseClient,
  files: readonly SavedFile[],
  folder: string,
  spool: string | undefined,
): Promise<number> {
  if (!spool) return 0;
  const idOf = ({ file }: SavedFile) => basename(file).replace(/\.chunk2?$/, "");
  const counted = await countedBatches(clickhouse, files.map(idOf));
  const left = files.filter((file) => !counted.has(idOf(file)));
  await mkdir(spool, { recursive: true, mode: 0o700 });
  for (const { file } of left) {
    const chunk = join(spool, basename(file));
    await copyFile(join(folder, file), chunk);
    // A copy has the permissions of its source, and backups may have any.
    await chmod(chunk, 0o600);
  }
  return left.length;
}
