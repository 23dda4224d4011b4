import { toastFailure, toastSuccess } from "../errors/toasts.tsx";

/** Copies a text to the clipboard and shows a toast with the result. */
export async function copyToClipboard(text: string): Promise<void> {
  try {
    await copyText(text);
    toastSuccess("Copied to clipboard!");
  } catch {
    toastFailure("Failed to copy to clipboard");
  }
}

async function copyText(text: string): Promise<void> {
  // The clipboard API requires a secure context, which a self-hosted page on a local network doesn't have.
  if ("clipboard" in navigator) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  field.style.position = "fixed";
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (!copied) throw new Error("The browser rejected copying the text");
}
