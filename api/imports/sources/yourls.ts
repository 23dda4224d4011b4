import { splitShortUrl } from "./fields.ts";
import { dateLosses, type Reader, sourceLink } from "./sourceLink.ts";

/** Objects of `action=stats`, and CSV files of its table of links. */
export const yourls: Reader = {
  source: "yourls",
  needs: ["url", "longurl"],
  read(fields) {
    const short = splitShortUrl(fields.text("shorturl"));
    const createdAt = fields.instant("timestamp", "date");
    const code = fields.text("keyword") || short.code;
    return sourceLink({
      // Keywords are one for the whole installation.
      id: code,
      input: {
        name: fields.text("title"),
        originalUrl: fields.text("url", "longurl"),
        shortUrl: code,
        domain: short.domain,
      },
      createdAt,
      visits: fields.number("clicks") ?? 0,
      losses: dateLosses(createdAt),
    });
  },
};
