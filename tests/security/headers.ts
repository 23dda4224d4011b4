import type { Answer } from "./send.ts";

/** A content security policy by its directives. */
export function policyOf({ headers }: Answer): Record<string, string> {
  const directives = String(headers["content-security-policy"] ?? "")
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return Object.fromEntries(
    directives.map((directive) => {
      const [name = "", ...sources] = directive.split(/\s+/);
      return [name, sources.join(" ")];
    }),
  );
}

/** What the app's own policy must say, whatever else it allows. */
export const appPolicy = {
  "default-src": "'self'",
  "script-src": "'self'",
  "object-src": "'none'",
  "base-uri": "'self'",
  "form-action": "'self'",
  "frame-ancestors": "'none'",
};

/** What every answer of the app has beside its policy. */
export const appHeaders = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

/** Headers of scripts, styles and pictures, which only pages load and whose policy is the page's. */
export const partHeaders = {
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "public, max-age=31536000, immutable",
};

/** Headers that let other sites in, or reveal our software. */
export function loose({ headers }: Answer): string[] {
  return Object.keys(headers).filter((name) => /^(access-control-|timing-allow-|server$|x-powered-by$)/.test(name));
}
