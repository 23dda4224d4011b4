import { text } from "node:stream/consumers";
import { fromBufferPromise } from "yauzl";

/** Returns the files of a zip, read with another library than the one that writes it. */
export async function unzip(bytes: Buffer): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const zip = await fromBufferPromise(bytes);
  for await (const entry of zip.eachEntry()) {
    files[entry.fileName] = await text(await zip.openReadStreamPromise(entry));
  }
  return files;
}
