import { apiSegments } from "./generated/apiSegments.ts";
import { webSegments } from "./generated/webSegments.ts";

/** First path segments that are documented but not served yet. */
const announcedSegments = ["developers", "docs", "invitations", "keys", "live", "saml", "scim", "status"];

/** First path segments that are served only on separate ports, and not on the app's host. */
export const hiddenSegments: readonly string[] = ["metrics"];

/** First path segments of removed routes and files: a link with such a code would get requests meant for them. */
const formerSegments: readonly string[] = [];

/** First path segments of everything that the app's host serves or will serve: the api, the web app and its files. */
export const appSegments: readonly string[] = [
  ...new Set([...apiSegments, ...webSegments, ...announcedSegments, ...hiddenSegments, ...formerSegments]),
].toSorted();

/**
 * First path segments that only the api serves. The other segments of the api are also pages, which it sends with
 * separate headers.
 */
export const apiOnlySegments: readonly string[] = apiSegments.filter((segment) => !webSegments.includes(segment));

/** Pages whose URLs contain secrets until the page has read them. */
export const secretPages: readonly string[] = ["/google-oauth-complete", "/reset-password"];

/** Returns the first path segment: `keys` for `/keys/cli?port=1`, empty for `/`. */
export function firstSegment(path: string): string {
  return path.split(/[/?#]/, 2)[1] ?? "";
}
