import type { ShortUrlFragment } from "../../core/graphql/generated/graphql.ts";
import { counted, formatCount } from "./view/formatCount.ts";

/** The short link as people read it: without the scheme. */
export function displayUrl(fullShortUrl: string): string {
  return fullShortUrl.replace(/^https?:\/\//, "");
}

/** As {@link displayUrl}, with the domain's name as people read it. */
export function shownUrl({ fullShortUrl, shortUrl, domain }: ShortUrlFragment): string {
  return domain === null ? displayUrl(fullShortUrl) : `${domain.displayName}/${shortUrl}`;
}

const dateFormat = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });

export function formatDate(iso: string): string {
  return dateFormat.format(new Date(iso));
}

export { formatCount };

/** How many links, in words. */
export function urlsText(count: number): string {
  return counted(count, "URL");
}

export function peopleText(count: number): string {
  return counted(count, "person", "people");
}
