import { type FieldError, validationError } from "@hoplog/schema/errors.js";
import type { Blocklist } from "../safety/blocklist/liveBlocklist.ts";
import { destinationsOf, type LinkUrls } from "./options/urls.ts";

/** Throws VALIDATION_ERROR if a link, or a change of one, would redirect to a URL on the blocklist. */
export function refuseListed(services: Blocklist, leading: LinkUrls): void {
  refuseListedUrls(services, destinationsOf(leading));
}

/** Throws VALIDATION_ERROR with the field of each given URL that is on the blocklist. */
export function refuseListedUrls(
  { blocklist }: Blocklist,
  urls: readonly { readonly field: string; readonly url: string }[],
): void {
  const { matcher } = blocklist.current();
  const problems = urls.flatMap(({ field, url }): FieldError[] => {
    const found = matcher.find(url);
    return found
      ? [{ field, message: `This URL is listed as harmful, so no link may redirect to it. ${found.reason}` }]
      : [];
  });
  if (problems.length > 0) throw validationError(problems);
}
