import type { LinkAddress } from "@hoplog/schema/topics/links/key.js";
import type { ShortUrl } from "../calls/capabilities.ts";

/** What people share of a link. All links are of the default domain so far, whose base the settings say. */
export function shortUrlOf(services: ShortUrl, { code }: LinkAddress): string {
  return `${services.shortUrl}/${code}`;
}
