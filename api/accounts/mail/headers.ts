import type { Mail } from "./port.ts";

/**
 * Headers that every way of sending writes, by their names. Programs that answer mails by themselves leave these alone
 * (RFC 3834). `from` is the sender's address, with or without a name.
 */
export function mailHeaders(
  { id, stopUrl }: Pick<Mail, "id" | "stopUrl">,
  from: string,
): Readonly<Record<string, string>> {
  const [, host = "localhost"] = /@([^\s@<>]+)>?\s*$/.exec(from) ?? [];
  return {
    "Auto-Submitted": "auto-generated",
    ...(id !== undefined && { "Message-ID": `<${id}@${host}>` }),
    ...(stopUrl !== undefined && {
      "List-Unsubscribe": `<${stopUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }),
  };
}
