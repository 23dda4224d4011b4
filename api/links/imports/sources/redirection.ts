import { type Fields, isRecord, shownValue } from "./fields.ts";
import { isNo } from "./restrictions.ts";
import type { RuleInput } from "./rules.ts";
import { lost, type Loss, type Reader } from "./sourceLink.ts";
import { usualLink } from "./usualLink.ts";

type Values = Readonly<Record<string, unknown>>;

/** The CSV and JSON files that the WordPress plugin Redirection exports. */
export const redirection: Reader = {
  source: "redirection",
  columns: {
    destination: ["target"],
    code: ["source", "url"],
    title: ["title"],
    id: ["id"],
    group: ["group"],
    state: ["status", "enabled", "group_status"],
    clicks: ["hits"],
    redirectType: ["code", "action_code"],
    rules: ["match", "match_type", "action_data"],
    options: ["regex", "type", "action_type", "match_data"],
    ignore: ["match_url", "position", "last_access", "group_id"],
  },
  flatten: (record) => ("action_data" in record ? withTarget(record) : withoutShift(record)),
  read(fields) {
    const { rules, losses } = conditionOf(fields);
    return usualLink(fields, {
      input: {
        ...(rules.length > 0 && { rules }),
        ...(sourceFlags(fields)["flag_query"] === "pass" && { forwardQuery: true }),
      },
      losses,
      refusal: refusalOf(fields),
    });
  },
};

/**
 * Sets the destination of a redirect with a condition to the URL for visitors who do not meet the condition; a rule
 * redirects the visitors who do.
 */
function withTarget({ ...record }: Values): Values {
  const data = record["action_data"];
  // Early versions of the plugin export only the URL.
  const { url, url_notfrom, url_from, logged_out, logged_in } = isRecord(data) ? data : { url: data };
  return { ...record, target: [url, url_notfrom, url_from, logged_out, logged_in].find(isText) };
}

/** Corrects the columns of files of one plugin version, whose heading includes `match` but whose rows lack its cell. */
function withoutShift({ ...record }: Values): Values {
  const { match, hits, title } = record;
  const isShifted = typeof match === "string" && /^\d+$/.test(match) && record["status"] === undefined;
  return isShifted ? { ...record, match: "", hits: match, title: hits, status: title } : record;
}

function refusalOf(fields: Fields): string | null {
  const action = fields.named("action_type") || fields.named("type");
  const status = fields.text("redirectType");
  const target = fields.text("destination");
  if (!isNo(fields.named("regex")) || sourceFlags(fields)["flag_regex"] === true) {
    return "The source URL is a regular expression, but a link has one short code";
  }
  if (action !== "" && action !== "url") return `The action ${shownValue(action)} does not redirect to a URL`;
  if (/^[45]\d\d$/.test(status)) return `The status ${status} is an error instead of a redirect`;
  if (target === "/unknown")
    return "The targets depend on visitors, and CSV files do not contain them. Export the redirects as JSON";
  if (/^\/(?!\/)/.test(target)) return `The target ${shownValue(target)} is a path instead of a full URL`;
  return null;
}

function sourceFlags(fields: Fields): Values {
  const data = fields.raw("match_data");
  return isRecord(data) && isRecord(data["source"]) ? data["source"] : {};
}

/**
 * Returns a rule for visitors who meet the condition of a redirect. If the condition is not supported, reports a loss
 * that makes the link inactive.
 */
function conditionOf(fields: Fields): { readonly rules: readonly RuleInput[]; readonly losses: readonly Loss[] } {
  const type = fields.named("match_type") || fields.named("match");
  if (type === "" || type === "url") return { rules: [], losses: [] };
  const data = fields.raw("action_data");
  const { url_from: matched, url_notfrom: others, ...values } = isRecord(data) ? data : {};
  const when = whenOf(type, values);
  // If the redirect has no URL for other visitors, they were not redirected, which no rule can express.
  if (when !== null && isText(matched) && isText(others)) {
    return { rules: [{ name: type, when, then: { url: matched } }], losses: [] };
  }
  const message = `The condition ${shownValue(type)} is not supported: the link is created inactive`;
  return { rules: [], losses: lost("restriction", message, true) };
}

function whenOf(type: string, { language, ip }: Values): object | null {
  if (type === "language" && isText(language)) {
    return { field: "language", op: "in", values: language.split(",").map((one) => one.trim()) };
  }
  const addresses = Array.isArray(ip) ? ip.filter(isText) : [];
  if (type === "ip" && addresses.length > 0) return { field: "address", op: "matches", values: addresses };
  return null;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
