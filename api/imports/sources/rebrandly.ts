import { fieldsOf, isRecord, splitShortUrl } from "./fields.ts";
import { dateLosses, lost, type Reader, sourceLink } from "./sourceLink.ts";

/** Objects of `GET /v1/links`, and the CSV file that Rebrandly's app exports. */
export const rebrandly: Reader = {
  source: "rebrandly",
  needs: ["destination", "destination url"],
  read(fields) {
    const domain = fields.raw("domain");
    const short = splitShortUrl(fields.text("shortUrl", "short link", "link"));
    const createdAt = fields.instant("createdAt", "created", "creation date");
    const expiresAt = fields.expiry("expiredAt", "expires at", "expiration date");
    return sourceLink({
      id: fields.text("id", "link id"),
      input: {
        name: fields.text("title"),
        originalUrl: fields.text("destination", "destination url"),
        shortUrl: fields.text("slashtag") || short.code,
        domain: (isRecord(domain) ? fieldsOf(domain).text("fullName") : fields.text("domain")) || short.domain,
        tags: fields.list("tags"),
        note: fields.text("description", "notes"),
        ...(fields.flag("forwardParameters") && { forwardQuery: true }),
        ...(expiresAt && { expiresAt, expiredUrl: fields.text("expiredUrl", "expired redirect") || null }),
      },
      createdAt,
      isActive: !/^(?:disabled|trashed|inactive)$/i.test(fields.text("status")),
      hasPassword: fields.flag("isProtected", "passwordProtected", "protected") ?? false,
      visits: fields.number("clicks", "total clicks") ?? 0,
      losses: [
        ...dateLosses(createdAt, expiresAt),
        ...lost(
          "rules",
          "Routing rules of Rebrandly are not in its lists of links",
          fields.flag("hasRules", "trafficRouting") ?? false,
        ),
      ],
    });
  },
};
