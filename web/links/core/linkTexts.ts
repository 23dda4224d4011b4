import type { ShortUrlFragment } from "../../core/graphql/generated/graphql.ts";
import { counted, formatCount } from "./view/formatCount.ts";

/** Returns the short URL without its scheme, for display. */
export function displayUrl(fullShortUrl: string): string {
  return fullShortUrl.replace(/^https?:\/\//, "");
}

/** Returns the short URL without its scheme, and with the domain's display name. */
export function shownUrl({ fullShortUrl, shortUrl, domain }: ShortUrlFragment): string {
  return domain === null ? displayUrl(fullShortUrl) : `${domain.displayName}/${shortUrl}`;
}

const dateFormat = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });

export function formatDate(iso: string): string {
  return dateFormat.format(new Date(iso));
}

export { formatCount };

/** Formats a number of links, such as `1 URL` or `2 URLs`. */
export function urlsText(count: number): string {
  return counted(count, "URL");
}

export function peopleText(count: number): string {
  return counted(count, "person", "people");
}
