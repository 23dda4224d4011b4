import { visitors } from "../browser/visitors.ts";
import { answerTo } from "./people.ts";

/** Of requests that a listener answers straight from the socket, and of those that it leaves to the HTTP server. */
export const ways = {
  "straight from the socket": {},
  "by the HTTP server": { "proxy-connection": "keep-alive" },
} as const;

/** Visitors who are no people, or not there yet, with what they are answered. */
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

/** Status, and where it leads. */
export async function answerOf(url: string, options: Parameters<typeof answerTo>[1] = {}): Promise<unknown[]> {
  const { statusCode, headers } = await answerTo(url, options);
  return [statusCode, headers.location];
}
