/** One email to one person. */
export interface Mail {
  /**
   * Message id, the same for each attempt, so that recipients can detect duplicates; undefined for emails that are
   * tried once.
   */
  readonly id?: string | undefined;
  /** The account that the email is about, with which it is deleted from the mailbox. Never sent. */
  readonly userId: string;
  readonly to: string;
  readonly subject: string;
  /** The HTML part, a complete document. */
  readonly html: string;
  readonly text: string;
  /** URL for one-click unsubscribe by POST (RFC 8058); undefined if not supported. */
  readonly stopUrl?: string | undefined;
}

/** Hands email over to a delivery service. */
export interface Mailer {
  /**
   * Resolves when the service has accepted the email. Throws {@link MailRefused}, or any other error if it should be
   * retried.
   */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}

/** The service permanently rejects this email: the address is invalid or blocked. */
export class MailRefused extends Error {
  override name = "MailRefused";
}

/**
 * Headers that every mailer sends, by name. Auto-responders ignore emails with `Auto-Submitted` (RFC 3834). `from` is
 * the sender's address, with or without a name.
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
