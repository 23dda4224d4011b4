import { type Columns, plain } from "./columnPlan.ts";
import { parseJson } from "./parseJson.ts";
import { ownOptionsIn } from "./ownOptions.ts";
import { regionLosses, regionRules } from "./rules.ts";
import type { Reader } from "./sourceLink.ts";
import { usualLink } from "./usualLink.ts";

/** Column names used by services and their users; `source` and `target` are those of WordPress plugins. */
const columns: Columns = {
  destination: [
    "original url",
    "url",
    "long url",
    "destination",
    "destination url",
    "full link",
    "target url",
    "link",
    "target",
  ],
  code: [
    "short url",
    "short code",
    "custom short url",
    "short link",
    "short id",
    "tiny url",
    "code",
    "slug",
    "slashtag",
    "custom slug",
    "key",
    "alias",
    "custom alias",
    "back half",
    "keyword",
    "shortened url",
    "vanity url",
    "bitlink",
    "path",
    "source",
  ],
  title: ["name", "title", "url name"],
  domain: ["domain", "host"],
  tags: ["tags", "labels", "tag", "label", "categories", "category"],
  note: ["note", "notes", "description", "comment", "comments"],
  id: ["id", "gid"],
  externalId: ["external id"],
  group: ["group", "group name", "folder"],
  createdAt: ["created at", "created", "date", "timestamp"],
  expiry: [
    "expires at",
    "expires",
    "expiration",
    "expiration date",
    "expiry",
    "expiry date",
    "expire at",
    "expire_at_datetime",
    "deactivate at",
    "valid until",
    "end date",
  ],
  clickLimit: ["max clicks", "click limit"],
  state: [
    "status",
    "link status",
    "state",
    "active",
    "is active",
    "enabled",
    "is enabled",
    "disabled",
    "is disabled",
    "paused",
    "is paused",
    "deleted",
    "is deleted",
    "deleted at",
    "banned",
    "is banned",
    "listed url",
  ],
  archived: ["archived"],
  favourite: ["favourite", "is favourite", "favorite"],
  password: ["password", "has password", "password protected", "pass", "link password", "secret", "secret key"],
  clicks: ["clicks", "visits", "hits", "redirect hits"],
  redirectType: ["redirect type"],
  forwardQuery: ["param forwarding"],
  rules: ["geolocations"],
  options: ["options"],
  ignore: [
    "updated",
    "updated at",
    "full short url",
    "clicks with bots",
    "destination title",
    "destination description",
    "destination dead since",
  ],
};

/** Normalised column names that occur together with `name` in GoLinks files. */
const besideGoLinks = ["title", "fulllink", "geolocations", "geolinks", "redirecthits", "variablelink", "unlisted"];

/** A CSV file of unknown origin, read by common column names. */
export const anyCsv: Reader = {
  source: "csv",
  columns,
  columnsIn(names) {
    const has = (...some: string[]) => some.some((name) => names.has(name));
    // In Redirection's files, `code` is the HTTP status.
    if (has("source") && has("target")) {
      return { ...columns, code: ["source"], redirectType: ["code", ...(columns.redirectType ?? [])] };
    }
    const hasCode = columns.code?.some((name) => names.has(plain(name))) ?? false;
    // In GoLinks files, `name` is the code after `go/`.
    if (has("name") && !hasCode && has(...besideGoLinks)) {
      return { ...columns, code: ["name"], title: ["title"] };
    }
    // If there is another column for the destination, `link` is the short URL.
    const hasLong = columns.destination?.some((name) => name !== "link" && names.has(plain(name))) ?? false;
    return has("link") && hasLong && !hasCode ? { ...columns, code: ["link"] } : columns;
  },
  read(fields) {
    const options = ownOptionsIn(fields);
    const places = fields.text("rules");
    const urls = parseJson(places) ?? places;
    const rules = regionRules(urls);
    const link = usualLink(fields, {
      id: fields.text("id") || fields.text("externalId"),
      input: { ...options.input, ...(rules.length > 0 && { rules }) },
      losses: [...options.losses, ...regionLosses(urls)],
    });
    return { ...link, hasPassword: link.hasPassword || options.hasPassword };
  },
};
