import { apiSegments } from "./generated/apiSegments.ts";
import { webSegments } from "./generated/webSegments.ts";

/** First segments that are announced to callers before anything answers there. */
const announcedSegments = ["developers", "docs", "invitations", "keys", "live", "saml", "scim", "status"];

/** First segments that answer on ports of their own alone: on the app's host nothing is there. */
export const hiddenSegments: readonly string[] = ["metrics"];

/** First segments of routes and files that were removed: a link with such a code would get visits to old addresses. */
const formerSegments: readonly string[] = [];

/** First segments of everything that the app's host serves, or will: of the api, of the web app and its files. */
export const appSegments: readonly string[] = [
  ...new Set([...apiSegments, ...webSegments, ...announcedSegments, ...hiddenSegments, ...formerSegments]),
].toSorted();

/** First segments that only the api answers. The others that it has are pages, which it sends with headers of their own. */
export const apiOnlySegments: readonly string[] = apiSegments.filter((segment) => !webSegments.includes(segment));

/** Pages whose addresses hold secrets until they have read them. */
export const secretPages: readonly string[] = ["/google-oauth-complete", "/reset-password"];

/** `keys` for `/keys/cli?port=1`; blank for `/`. */
export function firstSegment(path: string): string {
  return path.split(/[/?#]/, 2)[1] ?? "";
}
