import { requireList, requireRecord, type SourceApi, textIn, urlOf } from "./sourceApi.ts";

/** Version 3: pages by number, few links each, since the rules of those that have some are asked for one by one. */
export const shlinkApi: SourceApi = {
  address: null,
  ask(address, key, cursor) {
    const query = { page: cursor ?? "1", itemsPerPage: "20", orderBy: "dateCreated-ASC" };
    return { url: urlOf(address, "/rest/v3/short-urls", query), headers: { "x-api-key": key } };
  },
  read(answer, cursor) {
    const list = requireRecord(requireRecord(answer)["shortUrls"]);
    const pages = Number(textIn(requireRecord(list["pagination"])["pagesCount"]));
    const page = Number(cursor ?? "1");
    return { records: requireList(list["data"]), next: page < pages ? String(page + 1) : null };
  },
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
};
