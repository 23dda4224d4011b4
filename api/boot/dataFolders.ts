import { existsSync } from "node:fs";
import path from "node:path";
import type { WatchedFolders } from "@hoplog/platform/metrics/diskSpace.js";

/** What engines and logs of a stack on this machine write to; those of others have disks of their own. */
const names = ["postgres", "clickhouse", "kafka", "redis", "logs"];

/** Those that are there, in the data folder of this stack. */
export function dataFolders(data: string | undefined): WatchedFolders {
  if (data === undefined) return {};
  const present = names.filter((name) => existsSync(path.join(data, name)));
  return Object.fromEntries(present.map((name) => [name, path.join(data, name)]));
}
