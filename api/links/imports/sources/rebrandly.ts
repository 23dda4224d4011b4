import { isRecord } from "./fields.ts";
import { lost, type Reader } from "./sourceLink.ts";
import { usualLink } from "./usualLink.ts";

/** Objects of `GET /v1/links`, and the CSV file that Rebrandly's app exports. */
export const rebrandly: Reader = {
  source: "rebrandly",
  columns: {
    destination: ["destination", "destination url"],
    code: ["slashtag"],
    link: ["shortUrl", "short link", "link"],
    domain: ["domain", "domainName"],
    title: ["title"],
    tags: ["tags"],
    note: ["description", "notes"],
    id: ["id", "link id"],
    createdAt: ["createdAt", "created", "creation date"],
    expiry: ["expiredAt", "expires at", "expiration date"],
    expiredUrl: ["expiredUrl", "expired redirect"],
    state: ["status"],
    password: ["isProtected", "passwordProtected", "protected"],
    clicks: ["clicks", "total clicks"],
    favourite: ["favourite"],
    forwardQuery: ["forwardParameters"],
    rules: ["hasRules", "trafficRouting"],
    ignore: [
      "updatedAt",
      "lastClickAt",
      "lastClickDate",
      "lastClick",
      "sessions",
      "domainId",
      "creator",
      "ownerId",
      "https",
      "isPublic",
      "integrated",
      "workspace",
      "ownership",
    ],
  },
  flatten: ({ domain, ...record }) => ({ ...record, domain: isRecord(domain) ? domain["fullName"] : domain }),
  read: (fields) =>
    usualLink(fields, {
      losses: lost(
        "rules",
        "Routing rules are not imported, because Rebrandly's lists of links do not contain them",
        fields.flag("rules") ?? false,
      ),
    }),
};
