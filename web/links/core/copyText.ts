import { toastFailure, toastSuccess } from "../../core/errors/toasts.tsx";

/** Puts a short link on the clipboard and says how it went. */
export async function copyShortUrl(url: string): Promise<void> {
  if (url === "") {
    toastFailure("No short URL available");
    return;
  }
  await copyToClipboard(url);
}

/** Puts any text on the clipboard and says how it went. */
export async function copyToClipboard(text: string): Promise<void> {
  try {
    await copyText(text);
    toastSuccess("Copied to clipboard!");
  } catch {
    toastFailure("Failed to copy to clipboard");
  }
}

async function copyText(text: string): Promise<void> {
  // The clipboard API exists only in secure contexts, and a self-hosted page on a local network is none.
  if ("clipboard" in navigator) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  field.style.position = "fixed";
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (!copied) throw new Error("The browser refused to copy");
}
