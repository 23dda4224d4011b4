import { appSegments } from "../paths/appPaths.ts";

/** Reserved from the first version on: no link has ever had one. */
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

/** No new link of the default domain may have such a code: on one host with the app its path is the app's. */
export const reservedCodes: readonly string[] = [...new Set([...firstReserved, ...appSegments])].toSorted();

const reserved: ReadonlySet<string> = new Set(reservedCodes);
const alwaysReserved: ReadonlySet<string> = new Set(firstReserved);

/** Whether no new link may have the code. Links that were made before it was reserved may have it. */
export function isReservedCode(code: string): boolean {
  return reserved.has(code.toLowerCase());
}

/** Whether no link can have the code, however old it is. */
export function isAlwaysReserved(code: string): boolean {
  return alwaysReserved.has(code.toLowerCase());
}
