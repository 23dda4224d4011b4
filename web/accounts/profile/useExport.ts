import { useState } from "react";
import { toastError } from "../../core/errors/toasts.tsx";
import { saveFile } from "../../core/files/saveFile.ts";
import { signedFetch } from "../../core/session/signedFetch.ts";

/** Downloads an archive of the account's data. */
export function useExport() {
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      // The download has no timeout, because creating the archive of a large account takes long.
      const archive = await signedFetch("/api/auth/export");
      saveFile("hoplog-export.zip", await archive.blob(), "application/zip");
    } catch (error) {
      toastError(error, "The export failed");
    } finally {
      setBusy(false);
    }
  };
  return { busy, start };
}
