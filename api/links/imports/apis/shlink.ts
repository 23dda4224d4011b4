import { isRecord } from "../sources/fields.ts";
import {
  type LinkRecord,
  requireList,
  requireRecord,
  type SourceApi,
  type SourceVisit,
  textIn,
  urlOf,
} from "./sourceApi.ts";

const size = 20;

/**
 * Shlink's API, version 3: numbered pages with few links each, because the rules of links are requested individually.
 */
export const shlinkApi: SourceApi = {
  address: null,
  ask(address, key, cursor) {
    const query = { page: cursor ?? "1", itemsPerPage: String(size), orderBy: "dateCreated-ASC" };
    return { url: urlOf(address, "/rest/v3/short-urls", query), headers: { "x-api-key": key } };
  },
  read(answer, cursor) {
    const list = requireRecord(requireRecord(answer)["shortUrls"]);
    const pages = Number(textIn(requireRecord(list["pagination"])["pagesCount"]));
    const page = Number(cursor ?? "1");
    return { records: requireList(list["data"]), next: page < pages ? String(page + 1) : null };
  },
  // Allows for a server that returns more than requested.
  recordsMax: 2 * size,
  detail: {
    ask(address, key, { shortCode, domain, hasRedirectRules }) {
      if (hasRedirectRules !== true) return null;
      const path = `/rest/v3/short-urls/${encodeURIComponent(textIn(shortCode))}/redirect-rules`;
      const query: Record<string, string> = {};
      if (textIn(domain) !== "") query["domain"] = textIn(domain);
      return { url: urlOf(address, path, query), headers: { "x-api-key": key } };
    },
    merge: (record, answer) => ({ ...record, redirectRules: requireRecord(answer)["redirectRules"] }),
  },
  visits: {
    detail: "single",
    isCounted: true,
    ask(address, key, { sourceId, until }, cursor) {
      const slash = sourceId.indexOf("/");
      const [domain, code] = [sourceId.slice(0, slash), sourceId.slice(slash + 1)];
      const query: Record<string, string> = {
        page: cursor ?? "1",
        itemsPerPage: "1000",
        endDate: until.toISOString(),
        ...(domain !== "" && { domain }),
      };
      const path = `/rest/v3/short-urls/${encodeURIComponent(code)}/visits`;
      return { url: urlOf(address, path, query), headers: { "x-api-key": key } };
    },
    read(answer, cursor) {
      const list = requireRecord(requireRecord(answer)["visits"]);
      const pages = Number(textIn(requireRecord(list["pagination"])["pagesCount"]));
      const page = Number(cursor ?? "1");
      return { visits: requireList(list["data"]).map(visitOf), next: page < pages ? String(page + 1) : null };
    },
  },
};

function visitOf({ date, referer, userAgent, visitLocation, potentialBot }: LinkRecord): SourceVisit {
  return {
    at: textIn(date),
    visits: 1,
    isBot: potentialBot === true,
    country: isRecord(visitLocation) ? textIn(visitLocation["countryCode"]) : "",
    referrer: textIn(referer),
    userAgent: textIn(userAgent),
  };
}
