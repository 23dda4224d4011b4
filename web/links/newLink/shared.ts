import { limits } from "@hoplog/schema/limits.js";
import { cleanUrl } from "@hoplog/schema/links/pastedUrl.js";
import { parseOriginalUrl } from "@hoplog/schema/links/originalUrl.js";

export interface SharedLink {
  readonly originalUrl: string;
  readonly name: string;
}

/**
 * What the address of the page brings: `page` of the bookmark, which is exact; or else `url`, or the first URL in `text`, which is
 * where phones put it, without what surrounds it; and `name`. A link without a name is called as its destination.
 */
export function sharedLink(query: URLSearchParams): SharedLink {
  const text = query.get("text") ?? "";
  const originalUrl =
    query.get("page")?.trim() || cleanUrl(query.get("url") ?? "") || cleanUrl(/https?:\/\/\S+/i.exec(text)?.[0] ?? "");
  return { originalUrl, name: (query.get("name") ?? "").trim().slice(0, limits.linkNameMax) };
}

/** What a link to a destination is called where nobody has said it. */
export function nameOf(originalUrl: string): string {
  const parsed = parseOriginalUrl(originalUrl);
  if (!parsed.ok) return "";
  const { host, pathname } = new URL(parsed.url);
  return `${host.replace(/^www\./, "")}${pathname === "/" ? "" : pathname}`.slice(0, limits.linkNameMax);
}

/** A bookmark that opens this page with the address and the title of the page that is shown. */
export function bookmarklet(origin: string): string {
  return `javascript:void open('${origin}/new?url='+encodeURIComponent(location.href)+'&name='+encodeURIComponent(document.title))`;
}
