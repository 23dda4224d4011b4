import { countIn, shownValue } from "./fields.ts";
import { osRules, regionLosses, regionRules, splitOf } from "./rules.ts";
import { lost, type Reader } from "./sourceLink.ts";
import { shortOf, usualLink } from "./usualLink.ts";

/** Objects of `GET /api/links`, and the CSV file that Short.io exports and imports. */
export const shortIo: Reader = {
  source: "shortio",
  columns: {
    destination: ["originalURL", "original url", "original link", "destination", "long url"],
    code: ["path", "slug"],
    link: ["shortURL", "secureShortURL", "short link"],
    domain: ["domain", "hostname"],
    title: ["title"],
    tags: ["tags"],
    id: ["idString", "id", "link id"],
    group: ["folder", "folder name"],
    createdAt: ["createdAt", "created", "creation date"],
    expiry: ["expiresAt", "expiration date", "ttl"],
    expiredUrl: ["expiredURL"],
    clickLimit: ["clicksLimit"],
    password: ["hasPassword", "passwordProtected", "password", "passwordContact"],
    archived: ["archived"],
    clicks: ["clicks", "total clicks", "human clicks"],
    redirectType: ["redirectType"],
    rules: ["iphoneURL", "androidURL", "countryTargeting", "splitURL", "splitPercent"],
    options: ["cloaking", "skipQS"],
    ignore: [
      "updatedAt",
      "DomainId",
      "OwnerId",
      "FolderId",
      "User",
      "lcpath",
      "source",
      "icon",
      "hasOwner",
      // Columns whose values are also part of the destination.
      "utmSource",
      "utmMedium",
      "utmCampaign",
      "utmTerm",
      "utmContent",
    ],
  },
  read(fields) {
    const splitUrl = fields.named("splitURL");
    const rules = [
      ...osRules({ iOS: fields.named("iphoneURL"), Android: fields.named("androidURL") }),
      ...regionRules(fields.raw("countryTargeting")),
    ];
    const given = fields.named("splitPercent");
    const percentage = countIn(given);
    const isRoot = fields.text("link") !== "" && shortOf(fields).code === "";
    return usualLink(fields, {
      input: {
        // Short.io forwards the visitor's query by default.
        ...(fields.named("skipQS") === "false" && { forwardQuery: true }),
        ...(rules.length > 0 && { rules }),
        ...(splitUrl !== "" && { split: splitOf(fields.text("destination"), splitUrl, percentage ?? 50) }),
      },
      losses: [
        ...regionLosses(fields.raw("countryTargeting")),
        ...lost(
          "rules",
          `The split of ${shownValue(given)} % can't be read, so visits are split in halves`,
          given !== "" && percentage === null,
        ),
        ...lost("options", "Cloaking is not supported; links redirect", fields.named("cloaking") === "true"),
        ...lost("code", "This is the root page of its domain, so the link gets a generated short code", isRoot),
      ],
    });
  },
};
