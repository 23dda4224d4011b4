import { holdsPassword, splitShortUrl } from "./fields.ts";
import { dateLosses, lost, type Reader, sourceLink } from "./sourceLink.ts";

/** Objects of `GET /api/v2/links`. A password is no more there than whether there is one. */
export const kutt: Reader = {
  source: "kutt",
  needs: ["target"],
  read(fields) {
    const short = splitShortUrl(fields.text("link", "shortUrl"));
    const createdAt = fields.instant("created_at");
    const expiresAt = fields.expiry("expire_in");
    return sourceLink({
      id: fields.text("id"),
      input: {
        name: fields.text("description"),
        originalUrl: fields.text("target"),
        shortUrl: fields.text("address") || short.code,
        domain: fields.text("domain") || short.domain,
        ...(expiresAt && { expiresAt }),
      },
      createdAt,
      isActive: !(fields.flag("banned") ?? false),
      hasPassword: holdsPassword(fields, "password"),
      visits: fields.number("visit_count") ?? 0,
      losses: [
        ...dateLosses(createdAt, expiresAt),
        ...lost("options", "It was banned there: the link is switched off", fields.flag("banned") ?? false),
      ],
    });
  },
};
