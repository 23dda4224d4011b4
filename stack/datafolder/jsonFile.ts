import { readFileSync, renameSync, writeFileSync } from "node:fs";
import type { z } from "zod";
import { errorCode } from "@hoplog/platform/process/errorCode.js";
import { StartError } from "../startError.ts";

/** Reads one of the stack's JSON files; undefined if it doesn't exist. Throws if it is damaged. */
export function readJson<S extends z.ZodType>(path: string, schema: S): z.output<S> | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new StartError(
      `${path} is damaged. Restore an undamaged copy, or delete the file if you do not need its content.`,
      { cause },
    );
  }
}

/** Writes a JSON file atomically, readable by its owner only. */
export function writeJson(path: string, value: unknown): void {
  const unfinished = `${path}.unfinished`;
  writeFileSync(unfinished, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, path);
}
