import { readFile } from "node:fs/promises";
import path from "node:path";
import type { KeyValueCache } from "@apollo/utils.keyvaluecache";
import { InMemoryLRUCache } from "@apollo/utils.keyvaluecache";
import { schemaFolder } from "@hoplog/platform/env/schemaFolder.js";
import { z } from "zod";
import type { OperationManifest } from "./operationManifest.ts";

/** Reads the web app's operations as written by `make generate`; empty without such a file. */
export async function readOperationManifest(): Promise<OperationManifest> {
  try {
    const text = await readFile(path.join(schemaFolder, "graphql", "operations.json"), "utf8");
    return z.record(z.string(), z.string()).parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw error;
  }
}

/** Apollo's key prefix for looking up an operation by hash. */
const prefix = "apq:";

/**
 * Stores operations for requests that send only a hash: those of the manifest permanently, others for as long as they
 * are cached after a request that included their text.
 */
export function persistedOperations(manifest: OperationManifest): KeyValueCache {
  const others = new InMemoryLRUCache({ maxSize: 4 * 1024 * 1024 });
  const known = new Map(Object.entries(manifest).map(([hash, text]) => [prefix + hash, text]));
  return {
    get: async (key) => known.get(key) ?? others.get(key),
    set: async (key, text, options) => {
      if (!known.has(key)) await others.set(key, text, options);
    },
    delete: (key) => others.delete(key),
  };
}
