import { parseJson } from "./json.ts";
import { type Fields, holdsPassword, isRecord, splitShortUrl } from "./fields.ts";
import { dateLosses, lost, type Reader, sourceLink } from "./sourceLink.ts";

const destinations = ["originalurl", "url", "longurl", "destination", "destinationurl", "link", "target"];
const codes = [
  "shorturl",
  "shortcode",
  "customshorturl",
  "code",
  "slug",
  "key",
  "alias",
  "backhalf",
  "keyword",
  "path",
];

/** A file of anybody's, by what services usually call the same things. */
export const anyCsv: Reader = {
  source: "csv",
  needs: destinations,
  read(fields) {
    const given = fields.text(...codes);
    // Whole short links, of which the code can be kept.
    const short = /^https?:\/\//i.test(given) ? splitShortUrl(given) : { domain: "", code: given };
    const createdAt = fields.instant("createdat", "created", "created_at", "date", "timestamp");
    const expiresAt = fields.expiry("expiresat", "expires", "expiration");
    const options = optionsOf(fields);
    return sourceLink({
      id: fields.text("id", "externalid"),
      input: {
        name: fields.text("name", "title", "urlname"),
        originalUrl: fields.text(...destinations),
        shortUrl: short.code,
        domain: fields.text("domain", "host") || short.domain,
        tags: fields.list("tags", "labels", "tag"),
        note: fields.text("note", "notes", "description", "comment", "comments"),
        externalId: fields.text("externalid"),
        ...(expiresAt && { expiresAt }),
      },
      createdAt,
      group: fields.text("group", "groupname", "folder"),
      isActive: !/^(?:inactive|disabled)$/i.test(fields.text("status")) && (fields.flag("active", "isactive") ?? true),
      isArchived: fields.flag("archived") ?? false,
      isFavourite: fields.flag("favourite", "isfavourite") ?? false,
      hasPassword: options.hasPassword || holdsPassword(fields, "password", "haspassword", "passwordprotected"),
      visits: fields.number("clicks", "visits", "hits") ?? 0,
      losses: [...dateLosses(createdAt, expiresAt), ...options.losses],
    });
  },
};

/** Our own `links.csv` has them as JSON, whose texts are cut here like all others. */
function optionsOf(fields: Fields) {
  const text = fields.text("options");
  if (!text.startsWith("{")) return { hasPassword: false, losses: [] };
  const parsed = parseJson(text);
  return {
    hasPassword: !isRecord(parsed) || parsed["hasPassword"] === true,
    losses: lost("options", "Options in CSV are not read: import links.jsonl of the archive", true),
  };
}
