import { plainText } from "@hoplog/schema/validation/plainText.js";

/** What mail programs make a link of, without anybody having written one. */
const linkLike = /:\/\/|@|\bwww\.|\.\p{L}{2,}|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b(?:mailto|tel|sms|data|javascript):/iu;
/** Dots that stand for the one in a host name (IDNA). NFKC knows the others. */
const otherDots = /[\u3002\uFF0E\uFF61]/g;

/** A text as a mail program may read it: `evil．com` is `evil.com`. */
function folded(text: string): string {
  return plainText(text.normalize("NFKC").replace(otherDots, "."));
}

/**
 * A person's name as it may stand in a mail; null where it carries an address. Anybody can sign up with one, and have
 * mails sent anywhere.
 */
export function harmlessName(name: string): string | null {
  const shown = plainText(name).trim();
  return shown === "" || linkLike.test(folded(shown).replace(/[\u200C\u200D]/g, "")) ? null : shown;
}

/** Whom such a mail names as the one who wants something. */
export function strangersName(name: string): string {
  return harmlessName(name) ?? "Somebody";
}

/** A text that users or visitors have chosen, as it may stand in a mail: what looks like a link is none (`evil[.]com`). */
export function withoutLinks(text: string): string {
  return folded(text)
    .replaceAll("://", "[:]//")
    .replace(/\b(mailto|tel|sms|data|javascript):/giu, "$1[:]")
    .replace(/\.(?=[\u200C\u200D]*\p{L}[\u200C\u200D]*\p{L})/gu, "[.]")
    .replace(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, (address) => address.replaceAll(".", "[.]"));
}
