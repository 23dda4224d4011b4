import { canonicalHost, plainHostname } from "../domains/hostname.ts";
import { limits } from "../limits.ts";

export type ParsedOriginalUrl =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly message: string };

function refuse(message: string): ParsedOriginalUrl {
  return { ok: false, message };
}

/**
 * Normalises a destination by the WHATWG rules, adding `https://` if it has no scheme. Rejects schemes other than http
 * and https, user names and passwords, URLs longer than {@link limits} allow, and hosts in `ownHosts` (in the form of
 * {@link canonicalHost}), because a short link to a short link could loop. `field` is the name used in messages.
 */
export function parseOriginalUrl(
  input: string,
  ownHosts: readonly string[] = [],
  field = "Original URL",
): ParsedOriginalUrl {
  const text = input.trim();
  if (text === "") return refuse(`${field} is required`);
  if (text.length > limits.originalUrlBytesMax) return refuse(tooLong(field));
  const complete = isWithoutScheme(text) ? `https://${text}` : text;
  if (!URL.canParse(complete)) return refuse("Please enter a valid URL, such as https://example.com/page");
  const url = new URL(complete);
  if (url.protocol !== "http:" && url.protocol !== "https:") return refuse("Only http and https URLs can be shortened");
  if (url.hostname === "") return refuse("Please enter a valid URL, such as https://example.com/page");
  if (url.username !== "" || url.password !== "")
    return refuse("A URL with a user name or password can't be shortened");
  if (ownHosts.includes(canonicalHost(url))) return refuse("A short link can't point to a short link of this site");
  const problem = lengthProblem(url, field);
  return problem === null ? { ok: true, url: url.href } : refuse(problem);
}

/**
 * Returns whether a string such as `example.com/a` or `example.com:8080/a` begins with a dotted name, which `URL` would
 * parse as a path or a scheme.
 */
export function isWithoutScheme(text: string): boolean {
  const [, name = ""] = /^([^\s/?#:@\\]+)(?::\d{1,5})?(?=[/?#]|$)/.exec(text) ?? [];
  return /[^.]\.[^.]/.test(name);
}

function tooLong(field: string): string {
  return `${field} cannot exceed ${limits.originalUrlMax} characters`;
}

function lengthProblem(url: URL, field: string): string | null {
  const { originalUrlMax, originalUrlBytesMax: bytesMax, urlHostMax, urlHostLabelMax: labelMax } = limits;
  const hostname = plainHostname(url);
  if (hostname.length > urlHostMax || hostname.split(".").some((label) => label.length > labelMax)) {
    return `The host of ${field} cannot exceed ${urlHostMax} characters, and each part between dots ${labelMax}`;
  }
  const bytes = url.href.length;
  if (typedLength(url.href) > originalUrlMax) return tooLong(field);
  if (bytes <= bytesMax) return null;
  return `${field} takes ${bytes.toLocaleString("en")} bytes in encoded form, but at most ${bytesMax.toLocaleString("en")} are allowed`;
}

/**
 * Returns the number of typed characters in an encoded URL: an escape counts as one, and of a multi-byte character only
 * its first byte counts.
 */
function typedLength(href: string): number {
  return href.replaceAll(/%[89ab][0-9a-f]/gi, "").replaceAll(/%[0-9a-f]{2}/gi, "%").length;
}
