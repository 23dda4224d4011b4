import { plainText } from "@hoplog/schema/validation/plainText.js";

/** Text that mail programs turn into a link. */
const linkLike = /:\/\/|@|\bwww\.|\.\p{L}{2,}|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b(?:mailto|tel|sms|data|javascript):/iu;
/** Characters that IDNA treats as a dot in host names; NFKC handles the others. */
const otherDots = /[\u3002\uFF0E\uFF61]/g;

/** Normalizes a string in the way that mail programs may interpret it: `evil．com` is `evil.com`. */
function folded(text: string): string {
  return plainText(text.normalize("NFKC").replace(otherDots, "."));
}

/**
 * Returns a user's name for emails; null if it contains a link or address, because anyone can sign up with such a name
 * and cause emails to any address.
 */
export function harmlessName(name: string): string | null {
  const shown = plainText(name).trim();
  return shown === "" || linkLike.test(folded(shown).replace(/[\u200C\u200D]/g, "")) ? null : shown;
}

/** Returns a user's name for emails to other people; "Somebody" if it contains a link or address. */
export function strangersName(name: string): string {
  return harmlessName(name) ?? "Somebody";
}

/** Defuses links in a string that users or visitors have chosen (`evil[.]com`). */
export function withoutLinks(text: string): string {
  return folded(text)
    .replaceAll("://", "[:]//")
    .replace(/\b(mailto|tel|sms|data|javascript):/giu, "$1[:]")
    .replace(/\.(?=[\u200C\u200D]*\p{L}[\u200C\u200D]*\p{L})/gu, "[.]")
    .replace(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, (address) => address.replaceAll(".", "[.]"));
}
