import type { Calls } from "../generated/calls.ts";
import type { CallOptions } from "../transport/options.ts";

/** Part size in bytes, the server's maximum. */
const partBytes = 1024 * 1024;

export interface UploadOptions extends CallOptions {
  /** Called after each part with the number of bytes uploaded so far. */
  readonly onProgress?: ((bytes: number) => void) | undefined;
}

type Bytes = Uint8Array | string;

/**
 * Uploads the file of an import (created without `api`) in parts, and completes the upload. `file` is a `Blob`, a Node
 * stream, or any other iterable of bytes or strings; at most one part is held in memory.
 */
export async function uploadImportFile(
  client: Pick<Calls, "imports">,
  importId: string,
  file: Blob | Iterable<Bytes> | AsyncIterable<Bytes>,
  { onProgress, ...options }: UploadOptions = {},
): ReturnType<Calls["imports"]["complete"]> {
  let [parts, sent] = [0, 0];
  const send = async (part: Uint8Array<ArrayBuffer>) => {
    parts += 1;
    await client.imports.sendPart(importId, part, { part: parts }, options);
    sent += part.length;
    onProgress?.(sent);
  };
  if (file instanceof Blob) {
    for (let start = 0; start < Math.max(1, file.size); start += partBytes)
      await send(new Uint8Array(await file.slice(start, start + partBytes).arrayBuffer()));
  } else for await (const part of inParts(file)) await send(part);
  return client.imports.complete(importId, { parts }, options);
}

/** Splits data into parts of `partBytes` except the last; an empty file is one empty part. */
async function* inParts(
  chunks: Iterable<Bytes> | AsyncIterable<Bytes>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  const encoder = new TextEncoder();
  let part = new Uint8Array(partBytes);
  let [filled, isEmpty] = [0, true];
  for await (const chunk of typeof chunks === "string" ? [chunks] : chunks) {
    const bytes = typeof chunk === "string" ? encoder.encode(chunk) : chunk;
    for (let start = 0; start < bytes.length;) {
      const taken = bytes.subarray(start, start + partBytes - filled);
      part.set(taken, filled);
      filled += taken.length;
      start += taken.length;
      if (filled < partBytes) continue;
      yield part;
      [part, filled, isEmpty] = [new Uint8Array(partBytes), 0, false];
    }
  }
  if (filled > 0 || isEmpty) yield part.slice(0, filled);
}
