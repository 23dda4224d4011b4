import type { LinkOptions } from "@hoplog/schema/links/options/options.js";
import type { LinkOptionFields } from "./graphqlTypes.ts";

/** Options as GraphQL shows them. */
export function optionFields({ notBefore, expiresAt, ...options }: LinkOptions): LinkOptionFields {
  return {
    notBefore: notBefore === undefined ? null : new Date(notBefore),
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
    expiredUrl: options.expiredUrl ?? null,
    maxClicks: options.maxClicks ?? null,
    maxClicksUrl: options.maxClicksUrl ?? null,
    timeZone: options.timeZone ?? null,
    hasPassword: options.passwordId !== undefined,
    forwardQuery: options.forwardQuery ?? null,
    forwardQueryMode: options.forwardQueryMode ?? null,
    appendPath: options.appendPath ?? null,
    redirectStatus: options.redirectStatus ?? null,
    preview: options.preview ?? null,
    hideDestination: options.hideDestination ?? null,
    allowIndexing: options.allowIndexing ?? null,
    passClickId: options.passClickId ?? null,
    rules: options.rules ?? null,
    split: options.split ?? null,
  };
}
