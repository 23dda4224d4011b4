import type { Answer } from "./send.ts";

/** Returns the directives of a response's Content-Security-Policy by name. */
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

/** Directives that the app's policy must contain; the policy may contain others. */
export const appPolicy = {
  "default-src": "'self'",
  "script-src": "'self'",
  "object-src": "'none'",
  "base-uri": "'self'",
  "form-action": "'self'",
  "frame-ancestors": "'none'",
};

/** Headers of every response of the app, in addition to its policy. */
export const appHeaders = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

/** Headers of scripts, styles and images, to which the policy of their page applies. */
export const partHeaders = {
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "public, max-age=31536000, immutable",
};

/** Returns headers that give other sites access, or reveal the server's software. */
export function loose({ headers }: Answer): string[] {
  return Object.keys(headers).filter((name) => /^(access-control-|timing-allow-|server$|x-powered-by$)/.test(name));
}
