import { isRecord, shownValue } from "./fields.ts";
import type { RuleInput } from "./rules.ts";
import { type Loss, lost, type Reader } from "./sourceLink.ts";
import { shortOf, usualLink } from "./usualLink.ts";

/**
 * Objects of `GET /rest/v3/short-urls`, with their `redirectRules` if these were requested, and the CSV file that
 * Shlink's web client exports.
 */
export const shlink: Reader = {
  source: "shlink",
  columns: {
    destination: ["longUrl"],
    code: ["shortCode"],
    link: ["shortUrl"],
    domain: ["domain"],
    title: ["title"],
    tags: ["tags"],
    createdAt: ["dateCreated", "createdAt"],
    notBefore: ["validSince"],
    expiry: ["validUntil"],
    clickLimit: ["maxVisits"],
    clicks: ["visits", "visitsCount"],
    indexing: ["crawlable"],
    forwardQuery: ["forwardQuery"],
    rules: ["redirectRules", "hasRedirectRules"],
    ignore: ["visitsSummary"],
  },
  flatten({ meta, ...record }) {
    const summary = record["visitsSummary"];
    const visits = isRecord(summary) ? { visits: summary["total"] } : {};
    return { ...record, ...(isRecord(meta) ? meta : { meta }), ...visits };
  },
  read(fields) {
    const { rules, losses } = rulesOf(fields.raw("redirectRules"));
    const { domain, code } = shortOf(fields);
    const areElsewhere = fields.named("hasRedirectRules") === "true" && rules.length + losses.length === 0;
    return usualLink(fields, {
      // The key includes the domain, because several domains may have the same code.
      id: `${domain}/${code}`,
      input: {
        // Shlink forwards queries by default.
        ...(fields.flag("forwardQuery") !== false && { forwardQuery: true }),
        ...(rules.length > 0 && { rules }),
      },
      losses: [
        ...losses,
        ...lost("rules", "Redirect rules are not imported, because this file does not contain them", areElsewhere),
      ],
    });
  },
};

/** Maximum number of rules per link: far more than hoplog allows, and quick to read. */
const rulesMax = 100;

function rulesOf(given: unknown): { readonly rules: RuleInput[]; readonly losses: Loss[] } {
  const rules: RuleInput[] = [];
  const losses: Loss[] = [];
  const all: unknown[] = Array.isArray(given) ? given : [];
  for (const [i, rule] of all.slice(0, rulesMax).entries()) {
    const conditions: unknown[] = isRecord(rule) && Array.isArray(rule["conditions"]) ? rule["conditions"] : [];
    const read = conditions.map((one) => (isRecord(one) ? conditionOf(one) : null));
    const known = read.filter((one) => one !== null);
    const asked = conditions.filter((_, n) => read[n] === null);
    const url = isRecord(rule) && typeof rule["longUrl"] === "string" ? rule["longUrl"] : "";
    // An incomplete rule would redirect visitors differently than before.
    if (known.length < read.length || known.length === 0 || url === "") {
      losses.push({ kind: "rules", message: `Rule ${i + 1} has unsupported conditions: ${shownValue(asked)}` });
    } else
      rules.push({
        name: `Rule ${i + 1}`,
        when: known.length === 1 && known[0] ? known[0] : { all: known },
        then: { url },
      });
  }
  losses.push(
    ...lost("rules", `Only the first ${rulesMax} of ${all.length} rules are imported`, all.length > rulesMax),
  );
  return { rules, losses };
}

function conditionOf({ type, matchKey, matchValue }: Readonly<Record<string, unknown>>): object | null {
  const value = typeof matchValue === "string" ? matchValue : "";
  const is = (field: string, values: readonly string[]) => ({ field, op: "in", values });
  switch (type) {
    case "device":
      return deviceOf(value);
    case "language":
      // Shlink's locales contain underscores.
      return is("language", [value.replaceAll("_", "-")]);
    case "query-param":
      return { ...is("query", [value]), name: matchKey };
    case "any-value-query-param":
      return { field: "query", op: "exists", values: [], name: matchKey };
    case "valueless-query-param":
      // Matches a parameter without a value (`?foo`, `?foo=`), but not one with a value.
      return { ...is("query", [""]), name: matchKey };
    case "ip-address":
      return /^[\d.a-f:/]+$/i.test(value) ? { field: "address", op: "matches", values: [value] } : null;
    case "geolocation-country-code":
      return is("country", [value.toUpperCase()]);
    case "geolocation-city-name":
      return is("city", [value]);
    case "before-date":
      return is("before", [value]);
    case "after-date":
      return is("after", [value]);
    case "browser":
      return { field: "browser", op: "contains", values: [value] };
    default:
      return null;
  }
}

/** Names of operating systems as stored with clicks. */
const systems: Readonly<Record<string, string>> = {
  android: "Android",
  ios: "iOS",
  windows: "Windows",
  macos: "macOS",
  linux: "Linux",
  chromeos: "Chrome OS",
};

function deviceOf(value: string): object | null {
  if (value === "mobile" || value === "desktop") return { field: "device", op: "in", values: [value] };
  const name = systems[value];
  return name === undefined ? null : { field: "os", op: "in", values: [name] };
}
