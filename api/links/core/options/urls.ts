import { type FieldError, validationError } from "@hoplog/schema/errors.js";
import { parseOriginalUrl } from "@hoplog/schema/links/originalUrl.js";
import type { OptionChanges } from "@hoplog/schema/links/options/options.js";
import type { OptionDrafts } from "./drafts.ts";

export interface FieldUrl {
  /** The path of the field that contains the URL. */
  readonly field: string;
  readonly url: string;
}

type Options = Pick<OptionChanges | OptionDrafts, "expiredUrl" | "maxClicksUrl" | "rules" | "split">;

/** The URLs of a link; absent and null ones are ignored. */
export interface LinkUrls {
  readonly originalUrl?: string | undefined;
  readonly options?: Options | undefined;
}

/** Returns every URL that a link, or a change of one, may redirect to, with the path of its field. */
export function destinationsOf({ originalUrl, options = {} }: LinkUrls): FieldUrl[] {
  const { expiredUrl, maxClicksUrl, rules, split } = options;
  return [
    ...one("originalUrl", originalUrl),
    ...one("expiredUrl", expiredUrl),
    ...one("maxClicksUrl", maxClicksUrl),
    ...(rules ?? []).flatMap(({ then }, i) => {
      const field = `rules.${i}.then`;
      if ("url" in then) return one(`${field}.url`, then.url);
      return "split" in then ? urlsOfSplit(`${field}.split`, then.split) : [];
    }),
    ...(split ? urlsOfSplit("split", split) : []),
  ];
}

function one(field: string, url: string | null | undefined): FieldUrl[] {
  return url ? [{ field, url }] : [];
}

function urlsOfSplit(path: string, { arms }: { readonly arms: readonly { readonly url: string }[] }): FieldUrl[] {
  return arms.map(({ url }, i) => ({ field: `${path}.arms.${i}.url`, url }));
}

/** Throws VALIDATION_ERROR for URLs that are no longer allowed. */
export function refuseForbiddenUrls(options: OptionChanges, ownHosts: readonly string[]): void {
  const urls = [...destinationsOf({ options }), ...one("preview.imageUrl", options.preview?.imageUrl)];
  const problems = urls.flatMap(({ field, url }): FieldError[] => {
    const parsed = parseOriginalUrl(url, ownHosts, "URL");
    return parsed.ok ? [] : [{ field, message: parsed.message }];
  });
  if (problems.length > 0) throw validationError(problems);
}
