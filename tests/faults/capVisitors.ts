import { visitors } from "../browser/visitors.ts";
import { answerTo } from "./people.ts";

/**
 * Headers of requests that a listener answers directly from the socket, and of those that it passes to the HTTP server.
 */
export const ways = {
  "straight from the socket": {},
  "by the HTTP server": { "proxy-connection": "keep-alive" },
} as const;

/** Visits that do not count, with the expected status. */
export const uncounted = {
  "a HEAD": [{ method: "HEAD", headers: {} }, 200],
  "a crawler": [{ method: "GET", headers: { "user-agent": visitors.googlebot } }, 200],
  "a preview": [
    { method: "GET", headers: { "user-agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" } },
    200,
  ],
  "a program": [{ method: "GET", headers: { "user-agent": "curl/8.5.0" } }, 200],
  "a prefetch": [{ method: "GET", headers: { "sec-purpose": "prefetch;prerender" } }, 503],
} as const;

/** Returns the status and the redirect target. */
export async function answerOf(url: string, options: Parameters<typeof answerTo>[1] = {}): Promise<unknown[]> {
  const { statusCode, headers } = await answerTo(url, options);
  return [statusCode, headers.location];
}
