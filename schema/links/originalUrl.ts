import { canonicalHost } from "../domains/hostname.ts";
import { limits } from "../limits.ts";

export type ParsedOriginalUrl =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly message: string };

function refuse(message: string): ParsedOriginalUrl {
  return { ok: false, message };
}

/**
 * Normalises a destination by the WHATWG rules. Only http and https, no user name or password, at most
 * {@link limits.originalUrlMax} characters after normalising, and no host of `ownHosts` (as {@link canonicalHost} spells
 * them): a short link to a short link could loop. `field` is what messages call it.
 */
export function parseOriginalUrl(
  input: string,
  ownHosts: readonly string[] = [],
  field = "Original URL",
): ParsedOriginalUrl {
  const tooLong = `${field} cannot exceed ${limits.originalUrlMax} characters`;
  const text = input.trim();
  if (text === "") return refuse(`${field} is required`);
  if (text.length > limits.originalUrlMax * 2) return refuse(tooLong);
  if (!URL.canParse(text)) return refuse("Please enter a valid URL, such as https://example.com/page");
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") return refuse("Only http and https URLs can be shortened");
  if (url.hostname === "") return refuse("Please enter a valid URL, such as https://example.com/page");
  if (url.username !== "" || url.password !== "")
    return refuse("A URL with a user name or password can't be shortened");
  if (ownHosts.includes(canonicalHost(url))) return refuse("A short link can't point to a short link of this site");
  if (url.href.length > limits.originalUrlMax) return refuse(tooLong);
  return { ok: true, url: url.href };
}
