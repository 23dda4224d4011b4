import { limits } from "@hoplog/schema/limits.js";
import { cleanUrl } from "@hoplog/schema/links/pastedUrl.js";
import { parseOriginalUrl } from "@hoplog/schema/links/originalUrl.js";

export interface SharedLink {
  readonly originalUrl: string;
  readonly name: string;
}

/**
 * Reads the name and the destination from the page's parameters. The destination is `page` (sent by earlier bookmarks),
 * or else the URL in `url`, or else the first URL in `text` (sent by phones).
 */
export function sharedLink(query: URLSearchParams): SharedLink {
  const text = query.get("text") ?? "";
  const originalUrl =
    query.get("page")?.trim() || cleanUrl(query.get("url") ?? "") || cleanUrl(/https?:\/\/\S+/i.exec(text)?.[0] ?? "");
  return { originalUrl, name: (query.get("name") ?? "").trim().slice(0, limits.linkNameMax) };
}

/** Returns the default name of a link, which is its destination's host and path; empty for an invalid destination. */
export function nameOf(originalUrl: string): string {
  const parsed = parseOriginalUrl(originalUrl);
  if (!parsed.ok) return "";
  const { host, pathname } = new URL(parsed.url);
  return `${host.replace(/^www\./, "")}${pathname === "/" ? "" : pathname}`.slice(0, limits.linkNameMax);
}

/** Returns a bookmarklet that opens this page with the URL and title of the present page. */
export function bookmarklet(origin: string): string {
  return `javascript:void open('${origin}/new?url='+encodeURIComponent(location.href)+'&name='+encodeURIComponent(document.title))`;
}
