import { defaultRedirectStatus, type RedirectStatus, redirectStatuses } from "@hoplog/schema/links/options/options.js";
import { type Fields, isYes, splitShortUrl, withoutSlashes } from "./fields.ts";
import { isArchived, quoted, restrictionsOf, unreadable } from "./restrictions.ts";
import { lost, type Loss, type SourceLink } from "./sourceLink.ts";

/** Builds a link from the fields common to most sources; `more` overrides and extends them. */
export function usualLink(fields: Fields, more: Partial<SourceLink> = {}): SourceLink {
  const { domain, code } = shortOf(fields);
  const { input: restricted, losses, ...state } = restrictionsOf(fields);
  const createdAt = fields.instant("createdAt");
  const { status, losses: typeLosses } = redirectOf(fields);
  const input = {
    name: fields.text("title"),
    originalUrl: fields.text("destination"),
    shortUrl: code,
    domain,
    tags: fields.list("tags"),
    note: fields.text("note"),
    externalId: fields.text("externalId"),
    ...restricted,
    ...(status !== null && { redirectStatus: status }),
    ...(fields.cells("forwardQuery").some(({ text }) => isYes(text)) && { forwardQuery: true }),
    ...(fields.flag("indexing") && { allowIndexing: true }),
    ...more.input,
  };
  return {
    group: fields.text("group"),
    isArchived: isArchived(fields),
    isFavourite: fields.flag("favourite") ?? false,
    tagColours: new Map(),
    visits: fields.number("clicks") ?? 0,
    createdAt: createdAt ?? null,
    refusal: null,
    ...state,
    ...more,
    // Uses the short URL if the link has no other id.
    id: more.id || fields.text("id") || [domain, code || `${input.originalUrl} ${input.name}`].join("/"),
    input,
    losses: [
      ...lost("date", unreadable(fields.cells("createdAt")[0]), createdAt === undefined),
      ...losses,
      ...typeLosses,
      ...(more.losses ?? []),
    ],
  };
}

/** Returns the redirect status; null for the default one and for unsupported ones, which are reported. */
function redirectOf(fields: Fields): { readonly status: RedirectStatus | null; readonly losses: readonly Loss[] } {
  const [cell] = fields.cells("redirectType");
  const status = redirectStatuses.find((known) => String(known) === cell?.text) ?? null;
  const isUnknown = cell !== undefined && status === null;
  return {
    status: status === defaultRedirectStatus ? null : status,
    losses: lost("options", `${quoted(cell)} is not a supported redirect type`, isUnknown),
  };
}

/** Returns the domain and the code, from a code column or a short URL. */
export function shortOf(fields: Fields): { readonly domain: string; readonly code: string } {
  const given = fields.text("code");
  const link = splitShortUrl(fields.text("link"));
  // The code column may contain a whole URL.
  const short = /^https?:\/\//i.test(given)
    ? splitShortUrl(given)
    : { domain: link.domain, code: withoutSlash(given) || link.code };
  return { domain: splitShortUrl(fields.text("domain")).domain || short.domain, code: short.code };
}

/** Removes the slashes that website plugins add to a code. */
function withoutSlash(code: string): string {
  return withoutSlashes(code.replace(/^\/+/, ""));
}
