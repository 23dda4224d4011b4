import { pastedUrl } from "@hoplog/schema/links/pastedUrl.js";
import { TextInput, type TextInputProps } from "@mantine/core";
import type { ClipboardEvent } from "react";

/** A URL input that strips the text around a pasted URL. */
export function UrlInput(props: TextInputProps) {
  return <TextInput type="url" autoComplete="off" {...props} onPaste={paste} />;
}

function paste(event: ClipboardEvent<HTMLInputElement>): void {
  const text = event.clipboardData.getData("text/plain");
  const url = pastedUrl(text);
  if (url === text) return;
  event.preventDefault();
  const input = event.currentTarget;
  const { selectionStart, selectionEnd, value } = input;
  input.setRangeText(url, selectionStart ?? value.length, selectionEnd ?? value.length, "end");
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
