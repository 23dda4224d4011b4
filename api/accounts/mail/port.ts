/** One e-mail to one person. */
export interface Mail {
  /** The same however often it is tried, so that whoever gets it twice can tell; missing for what is tried once. */
  readonly id?: string | undefined;
  /** The account that the mail is about: its mails are deleted from the mailbox with it. Never sent. */
  readonly userId: string;
  readonly to: string;
  readonly subject: string;
  /** A whole document. */
  readonly html: string;
  readonly text: string;
  /** Where a POST ends mails of this kind (RFC 8058); missing where they can't be ended. */
  readonly stopUrl?: string | undefined;
}

/** Hands mail over to whoever delivers it. */
export interface Mailer {
  /** Resolves when the other side has taken the mail. Throws {@link MailRefused}, or anything else to be tried again. */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}

/** The other side will not take this mail, now or later: the address is impossible, or blocked. */
export class MailRefused extends Error {
  override name = "MailRefused";
}

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
