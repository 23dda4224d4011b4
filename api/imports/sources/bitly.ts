import { splitShortUrl } from "./fields.ts";
import { dateLosses, type Reader, sourceLink } from "./sourceLink.ts";

/** Objects of `GET /v4/groups/{guid}/bitlinks`, and the CSV file of links that Bitly's app exports. */
export const bitly: Reader = {
  source: "bitly",
  needs: ["long_url", "destination", "destination url", "original url"],
  read(fields) {
    const given = ["id", "bitlink", "link", "short link", "short url"].map((name) => fields.text(name));
    const bitlink = given.find((one) => splitShortUrl(one).code !== "") ?? "";
    // A link may have further back-halves of its own: the first one is what people have seen.
    const custom = fields.list("custom_bitlinks", "custom bitlinks", "custom link")[0] ?? "";
    const { domain, code } = splitShortUrl(custom || bitlink);
    const createdAt = fields.instant("created_at", "created", "date created", "created date");
    return sourceLink({
      id: splitId(bitlink),
      input: {
        name: fields.text("title", "link title"),
        originalUrl: fields.text("long_url", "destination url", "destination", "original url"),
        shortUrl: code,
        domain,
        tags: fields.list("tags"),
      },
      createdAt,
      isArchived: fields.flag("archived", "is_archived") ?? false,
      visits: fields.number("clicks", "total clicks", "engagements", "total engagements") ?? 0,
      losses: dateLosses(createdAt),
    });
  },
};

function splitId(bitlink: string): string {
  const { domain, code } = splitShortUrl(bitlink);
  return code === "" ? "" : `${domain}/${code}`;
}
