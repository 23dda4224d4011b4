import { appSegments } from "../paths/appPaths.ts";

/** Codes reserved since the first version, so no link of the default domain has ever had one. */
const firstReserved = [
  "about",
  "account",
  "admin",
  "analytics",
  "api",
  "app",
  "apple-touch-icon",
  "assets",
  "auth",
  "blog",
  "css",
  "dashboard",
  "demo",
  "dev",
  "docs",
  "export",
  "favicon",
  "forgot-password",
  "google-oauth-complete",
  "graphql",
  "groups",
  "health",
  "healthz",
  "help",
  "home",
  "icons",
  "images",
  "img",
  "import",
  "index",
  "js",
  "links",
  "login",
  "logout",
  "mailbox",
  "manifest",
  "metrics",
  "notifications",
  "oauth",
  "openapi",
  "ping",
  "privacy",
  "profile",
  "public",
  "readyz",
  "register",
  "reset-password",
  "robots",
  "search",
  "security",
  "settings",
  "signin",
  "signup",
  "sitemap",
  "static",
  "stats",
  "status",
  "subscriptions",
  "support",
  "terms",
  "topojson",
  "url",
  "urls",
  "user",
  "users",
  "verify-email",
  "well-known",
  "ws",
  "www",
];

/**
 * Codes that new links of the default domain can't have, because their path belongs to the app if it is on the same
 * host.
 */
export const reservedCodes: readonly string[] = [...new Set([...firstReserved, ...appSegments])].toSorted();

const reserved: ReadonlySet<string> = new Set(reservedCodes);
const alwaysReserved: ReadonlySet<string> = new Set(firstReserved);

/** Returns whether new links of the default domain can't have the code; links from before its reservation may. */
export function isReservedCode(code: string): boolean {
  return reserved.has(code.toLowerCase());
}

/** Returns whether no link of the default domain can have the code, not even an old one. */
export function isAlwaysReserved(code: string): boolean {
  return alwaysReserved.has(code.toLowerCase());
}
