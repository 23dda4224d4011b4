import { ServerError } from "@apollo/client/errors";
import { useState } from "react";
import { isAuthenticationFailure } from "../errors/failure.ts";
import { toastError } from "../errors/toasts.tsx";
import { saveFile } from "../files/saveFile.ts";
import { tokens } from "../session/tokens.ts";
import { endSession, renewSession } from "../session/session.ts";

/** Fetches the archive of everything that belongs to the account, and saves it. */
export function useExport() {
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      saveFile("hoplog-export.zip", await fetchArchive(), "application/zip");
    } catch (error) {
      toastError(error, "The export failed");
    } finally {
      setBusy(false);
    }
  };
  return { busy, start };
}

/** As with every call: a spent token is renewed once. The archive of a large account may take a while. */
async function fetchArchive(): Promise<Blob> {
  const token = tokens.accessToken();
  try {
    return await ask(token);
  } catch (error) {
    if (!isAuthenticationFailure(error)) throw error;
    let renewed: string;
    try {
      renewed = await renewSession(token);
    } catch (over) {
      endSession();
      throw over;
    }
    return ask(renewed);
  }
}

async function ask(token: string | null): Promise<Blob> {
  const response = await fetch("/api/auth/export", { headers: { authorization: `Bearer ${token ?? ""}` } });
  if (response.ok) return response.blob();
  throw new ServerError("The export failed", { response, bodyText: await response.text() });
}
