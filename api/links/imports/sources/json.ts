import { isRecord, shownName } from "./fields.ts";

/** Names of the properties that contain the list of links in responses of services. */
const listNames = ["links", "shortUrls", "urls", "data", "bitlinks"];

/** Maximum nesting of the list: services wrap it once or twice, and deeper nesting is an attack. */
const wrappedMax = 4;
/** Maximum number of lists named in a note. */
const listedMax = 10;

/** Returns the list that a document is or contains; null if there is none. */
export function listIn(value: unknown, wrapped = 0): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (!isRecord(value) || wrapped > wrappedMax) return null;
  if (Array.isArray(value["redirects"])) return withGroups(value["redirects"], value["groups"]);
  const inner = listNames.map((name) => value[name]).find((one) => Array.isArray(one) || isRecord(one));
  if (!isRecord(inner)) return Array.isArray(inner) ? inner : null;
  // YOURLS returns an object with properties link_1, link_2 and so on.
  return listIn(inner, wrapped + 1) ?? (Object.values(inner).every(isRecord) ? Object.values(inner) : null);
}

/** Returns notes on other lists of a document. */
export function notesOfLists(value: unknown, list: unknown): string[] {
  if (!isRecord(value)) return [];
  const known = Array.isArray(value["redirects"]) ? ["redirects", "groups"] : [];
  const unread = Object.entries(value).flatMap(([name, one]) =>
    Array.isArray(one) && one !== list && one.some(isRecord) && !known.includes(name)
      ? [`${shownName(name)} (${one.length.toLocaleString("en")})`]
      : [],
  );
  if (unread.length === 0) return [];
  const others = unread.length > listedMax ? ` and ${unread.length - listedMax} others` : "";
  return [`Lists that are not imported: ${unread.slice(0, listedMax).join(", ")}${others}`];
}

/** Files of Redirection list groups separately from redirects, which only contain the id of their group. */
function withGroups(redirects: readonly unknown[], groups: unknown): readonly unknown[] {
  const listed = Array.isArray(groups) ? groups.filter(isRecord) : [];
  const byId = new Map(listed.map(({ id, name, enabled }) => [id, { group: name, group_status: enabled }]));
  return redirects.map((one) => (isRecord(one) ? { ...one, ...byId.get(one["group_id"]) } : one));
}
