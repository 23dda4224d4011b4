import { createSpoolFile, type SpoolFile } from "../spool/spoolFile.ts";

/** A limit of what the chunks of a folder may take, as the end of a disk is one; the reserve's pieces are there already. */
export interface Quota {
  readonly createFile: (folder: string, id: string) => SpoolFile;
  /** From now on so many more bytes can be written. */
  allow(bytes: number): void;
}

export function createQuota(): Quota {
  let left = 0;
  const full = (): Error => Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  return {
    createFile(folder, id) {
      if (left <= 0) throw full();
      const file = createSpoolFile(folder, id);
      return {
        id,
        get bytes() {
          return file.bytes;
        },
        append(frame) {
          if (frame.length > left) throw full();
          left -= frame.length;
          file.append(frame);
        },
        syncNow: () => file.syncNow(),
        sync: (done) => file.sync(done),
        close: (synced) => file.close(synced),
      };
    },
    allow: (bytes) => (left = bytes),
  };
}
