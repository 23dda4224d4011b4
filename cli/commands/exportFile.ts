import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { access, link, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Command, isSet, UsageError } from "../command/command.ts";

export const exportFile: Command = {
  name: "export",
  summary: "Save all data of the account as a ZIP file; use - for standard output",
  args: [{ name: "FILE", isOptional: true, isFile: true }],
  options: { force: { type: "boolean", short: "f", help: "Replace an existing file" } },
  async run({ client: open, out, signal }, { args: [named], values }) {
    if (named === "-" && process.stdout.isTTY)
      throw new UsageError("Cannot write a ZIP file to a terminal: provide a file name");
    const target = named ?? `hoplog-${new Date().toISOString().slice(0, 10)}.zip`;
    const isForced = isSet(values, "force");
    if (named !== "-" && !isForced && (await exists(target)))
      throw new UsageError(`${target} already exists: use --force to replace it`);
    const { stream } = await (await open()).account.export({ signal });
    const body = Readable.from(stream);
    if (named === "-") return pipeline(body, process.stdout, { signal, end: false });

    // Temporary file. When complete, it is renamed to the target, or linked so that no existing file is replaced.
    const fresh = `${target}.${randomBytes(6).toString("hex")}.part`;
    let bytes = 0;
    async function* counted(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        out.progress(`${bytes} bytes`);
        yield chunk;
      }
    }
    try {
      await pipeline(body, counted, createWriteStream(fresh, { flags: "wx", mode: 0o600 }), { signal });
      await (isForced ? rename(fresh, target) : link(fresh, target));
    } finally {
      await rm(fresh, { force: true });
    }
    if (out.isJson) out.json({ file: target, bytes });
    else out.note(`Saved ${target} (${bytes} bytes).`);
  },
};

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
