import { createSpoolFile, type SpoolFile } from "../spool/spoolFile.ts";

/** Limits the bytes of a folder's chunks, like a full disk. The reserve's pieces are preallocated and not limited. */
export interface Quota {
  readonly createFile: (folder: string, id: string) => SpoolFile;
  /** Allows this many more bytes. */
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
