import { shownValue } from "./fields.ts";
import { regionRules } from "./rules.ts";
import { lost, type Reader } from "./sourceLink.ts";
import { usualLink } from "./usualLink.ts";

const places = "Geolocations Links (format: AU:http://google.com.au separated by semicolon)";
const keywords = "Autolinker Keywords (separated by semicolon)";
const images = "Images To Download & Attach (separated by semicolons; jpg/png/gif only)";

/** The CSV file that the WordPress plugin ThirstyAffiliates Pro exports. */
export const thirstyAffiliates: Reader = {
  source: "thirstyaffiliates",
  columns: {
    destination: ["Destination URL"],
    code: ["Slug"],
    title: ["Name", "Link Name"],
    tags: ["Categories (separated by semicolons)", "Categories"],
    rules: [places, "Geolocations Links"],
    notBefore: ["_ta_link_start_date"],
    expiry: ["_ta_link_expire_date"],
    expiredUrl: ["_ta_after_expire_redirect"],
    redirectType: ["_ta_redirect_type"],
    forwardQuery: ["_ta_pass_query_str"],
    options: [keywords, "Autolinker Keywords", images, "_ta_before_start_redirect"],
    ignore: [
      // Columns that only affect how pages of the site show the link, or the plugin's own checks.
      "_ta_no_follow",
      "_ta_new_window",
      "_ta_rel_tags",
      "_ta_css_classes",
      "_ta_uncloak_link",
      "_ta_category_slug",
      "_ta_category_slug_id",
      "_ta_autolink_keyword_limit",
      "_ta_autolink_inside_heading",
      "_ta_autolink_random_placement",
      "_ta_link_health_status",
      "_ta_link_health_last_checked",
      "_ta_shortened_url",
    ],
  },
  flatten: withoutDefaults,
  read(fields) {
    const { urls, unread } = placesIn(withAmpersands(fields.text("rules")));
    const rules = regionRules(urls);
    const words = fields.named(keywords) || fields.named("Autolinker Keywords");
    const early = fields.named("_ta_before_start_redirect");
    const attached = fields.named(images);
    return usualLink(fields, {
      input: {
        originalUrl: withAmpersands(fields.text("destination")),
        ...(rules.length > 0 && { rules }),
      },
      losses: [
        ...unread.flatMap((place) => lost("rules", `The geolocation ${shownValue(place)} can't be read`, true)),
        ...lost("options", `Keywords that become links in posts are not supported: ${shownValue(words)}`, words !== ""),
        ...lost("options", `Images are not imported: ${shownValue(attached)}`, attached !== ""),
        ...lost("options", `The redirect before the start time is not supported: ${shownValue(early)}`, early !== ""),
      ],
    });
  },
};

/** Drops values `global`, which refer to settings of the plugin that the file does not contain. */
function withoutDefaults(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(record).filter(([name, value]) => value !== "global" || !name.startsWith("_ta_")),
  );
}

/** Decodes ampersands, as the plugin does on each visit. */
function withAmpersands(text: string): string {
  return text.replaceAll("&amp;", "&");
}

/** Parses URLs by country; a country may refer to another one, whose URL it shares. */
function placesIn(text: string): { readonly urls: Readonly<Record<string, string>>; readonly unread: string[] } {
  const parts = text.split(/;(?=\s*[a-z]{2}:)/i).filter((part) => part.trim() !== "");
  const pairs = parts.map((part) => /^\s*([a-z]{2}):\s*(\S+)\s*$/i.exec(part));
  const given = new Map<string, string>();
  const unread: string[] = [];
  for (const [at, pair] of pairs.entries()) {
    const [, country = "", value = ""] = pair ?? [];
    const key = country.toUpperCase();
    // Only the first URL of a country is used.
    if (value === "" || given.has(key)) unread.push(parts[at] ?? "");
    else given.set(key, value);
  }
  const urlOf = (value: string) => given.get(value.toUpperCase()) ?? value;
  return {
    urls: Object.fromEntries([...given].map(([country, value]) => [country, urlOf(value)])),
    unread,
  };
}
