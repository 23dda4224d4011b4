import { splitShortUrl } from "./fields.ts";
import { osRules, regionRules, splitOf } from "./rules.ts";
import { dateLosses, lost, type Reader, sourceLink } from "./sourceLink.ts";

/** Objects of `GET /api/links`, and the CSV file that Short.io exports and imports. */
export const shortIo: Reader = {
  source: "shortio",
  needs: ["originalURL", "original url", "destination", "long url"],
  read(fields) {
    const originalUrl = fields.text("originalURL", "original link", "destination", "long url");
    const short = splitShortUrl(fields.text("shortURL", "secureShortURL", "short link"));
    const createdAt = fields.instant("createdAt", "created", "creation date");
    const expiresAt = fields.expiry("expiresAt", "expiration date", "ttl");
    const percentage = fields.number("splitPercent");
    const splitUrl = fields.text("splitURL");
    const status = fields.number("redirectType");
    return sourceLink({
      id: fields.text("idString", "id", "link id"),
      input: {
        name: fields.text("title"),
        originalUrl,
        shortUrl: fields.text("path", "slug") || short.code,
        domain: fields.text("domain", "hostname") || short.domain,
        tags: fields.list("tags"),
        ...(expiresAt && { expiresAt, expiredUrl: fields.text("expiredURL") || null }),
        ...(fields.number("clicksLimit") !== null && { maxClicks: fields.number("clicksLimit") }),
        ...((status === 301 || status === 307 || status === 308) && { redirectStatus: status }),
        ...ruleInput([
          ...osRules({ iOS: fields.text("iphoneURL"), Android: fields.text("androidURL") }),
          ...regionRules(fields.raw("countryTargeting")),
        ]),
        ...(splitUrl !== "" && { split: splitOf(originalUrl, splitUrl, percentage ?? 50) }),
      },
      createdAt,
      group: fields.text("folder", "folder name"),
      isArchived: fields.flag("archived") ?? false,
      hasPassword: (fields.flag("hasPassword", "passwordProtected") ?? false) || fields.text("password") !== "",
      visits: fields.number("clicks", "total clicks", "human clicks") ?? 0,
      losses: [
        ...dateLosses(createdAt, expiresAt),
        ...lost("options", "Cloaking: links here redirect", fields.flag("cloaking") ?? false),
      ],
    });
  },
};

function ruleInput(rules: readonly object[]) {
  return rules.length > 0 ? { rules } : {};
}
