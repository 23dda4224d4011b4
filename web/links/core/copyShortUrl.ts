import { toastFailure } from "../../core/errors/toasts.tsx";
import { copyToClipboard } from "../../core/files/clipboard.ts";

/** Copies a short URL to the clipboard and shows a toast with the result. */
export async function copyShortUrl(url: string): Promise<void> {
  if (url === "") {
    toastFailure("No short URL available");
    return;
  }
  await copyToClipboard(url);
}
