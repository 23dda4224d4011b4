import { type FieldError, validationError } from "@hoplog/schema/errors.js";
import { parseOriginalUrl } from "@hoplog/schema/links/originalUrl.js";
import type { OptionChanges } from "@hoplog/schema/links/options/options.js";
import type { Split } from "@hoplog/schema/links/options/rule.js";

interface FieldUrl {
  readonly field: string;
  readonly url: string;
}

/** Every URL among options, with the path of its field. */
function urlsOf({ expiredUrl, preview, rules, split }: OptionChanges): FieldUrl[] {
  const one = (field: string, url: string | null | undefined) => (url ? [{ field, url }] : []);
  return [
    ...one("expiredUrl", expiredUrl),
    ...one("preview.imageUrl", preview?.imageUrl),
    ...(rules ?? []).flatMap(({ then }, i) => {
      const field = `rules.${i}.then`;
      if ("url" in then) return one(`${field}.url`, then.url);
      return "split" in then ? urlsOfSplit(`${field}.split`, then.split) : [];
    }),
    ...(split ? urlsOfSplit("split", split) : []),
  ];
}

function urlsOfSplit(path: string, { arms }: Split): FieldUrl[] {
  return arms.map(({ url }, i) => ({ field: `${path}.arms.${i}.url`, url }));
}

/** Throws VALIDATION_ERROR for URLs that were allowed once and no longer are. */
export function refuseForbiddenUrls(options: OptionChanges, ownHosts: readonly string[]): void {
  const problems = urlsOf(options).flatMap(({ field, url }): FieldError[] => {
    const parsed = parseOriginalUrl(url, ownHosts, "URL");
    return parsed.ok ? [] : [{ field, message: parsed.message }];
  });
  if (problems.length > 0) throw validationError(problems);
}
