import { requireList, requireRecord, type SourceApi, textIn, urlOf, walkOf, walkOn } from "./sourceApi.ts";

/** Short.io's API: requests the domains of the account, then the links of each domain, 150 per page, by page token. */
export const shortIoApi: SourceApi = {
  address: "https://api.short.io",
  ask(address, key, cursor) {
    const headers = { authorization: key, accept: "application/json" };
    if (cursor === null) return { url: urlOf(address, "/api/domains"), headers };
    const { lists, at } = walkOf(cursor);
    const query = { domain_id: lists[0] ?? "", limit: "150", ...(at !== null && { pageToken: at }) };
    return { url: urlOf(address, "/api/links", query), headers };
  },
  read(answer, cursor) {
    if (cursor === null) {
      const lists = requireList(answer).map(({ id }) => textIn(id));
      return { records: [], next: lists.length === 0 ? null : JSON.stringify({ lists, at: null }) };
    }
    const body = requireRecord(answer);
    const token = textIn(body["nextPageToken"]);
    return { records: requireList(body["links"]), next: walkOn(walkOf(cursor).lists, token === "" ? null : token) };
  },
};
