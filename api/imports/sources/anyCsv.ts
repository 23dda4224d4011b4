import { parseJson } from "./json.ts";
import { type Fields, isRecord } from "./fields.ts";
import { lost, type Reader } from "./sourceLink.ts";
import { usualLink } from "./usualLink.ts";

/** A file of anybody's, by what services usually call the same things. */
export const anyCsv: Reader = {
  source: "csv",
  columns: {
    destination: ["original url", "url", "long url", "destination", "destination url", "link", "target"],
    code: [
      "short url",
      "short code",
      "custom short url",
      "code",
      "slug",
      "key",
      "alias",
      "back half",
      "keyword",
      "path",
    ],
    title: ["name", "title", "url name"],
    domain: ["domain", "host"],
    tags: ["tags", "labels", "tag"],
    note: ["note", "notes", "description", "comment", "comments"],
    id: ["id"],
    externalId: ["external id"],
    group: ["group", "group name", "folder"],
    createdAt: ["created at", "created", "date", "timestamp"],
    expiry: ["expires at", "expires", "expiration"],
    state: ["status", "active", "is active"],
    archived: ["archived"],
    favourite: ["favourite", "is favourite"],
    password: ["password", "has password", "password protected"],
    clicks: ["clicks", "visits", "hits"],
    options: ["options"],
    ignore: ["updated", "updated at"],
  },
  read(fields) {
    const options = optionsOf(fields);
    const link = usualLink(fields, { id: fields.text("id") || fields.text("externalId"), losses: options.losses });
    return { ...link, hasPassword: link.hasPassword || options.hasPassword };
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
