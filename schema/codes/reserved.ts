/** Paths of the app, the API and well-known files: with app and short links on one host they must stay free. */
export const reservedCodes: readonly string[] = [
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

/** As above, but reserved later: no new link may have such a code, and links that have one keep it. */
export const laterReservedCodes: readonly string[] = ["new"];

const reserved = new Set(reservedCodes);

export function isReservedCode(code: string): boolean {
  return reserved.has(code.toLowerCase());
}

/** Whether no new link may have the code. */
export function isReservedForNew(code: string): boolean {
  return isReservedCode(code) || laterReservedCodes.includes(code.toLowerCase());
}
