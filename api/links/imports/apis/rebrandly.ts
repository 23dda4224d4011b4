import { requireList, type SourceApi, textIn, urlOf } from "./sourceApi.ts";

/**
 * Rebrandly's API, version 1. A page has at most 25 links; its cursor is the id of the last link of the previous page.
 */
export const rebrandlyApi: SourceApi = {
  address: "https://api.rebrandly.com",
  ask(address, key, cursor) {
    const query = { orderBy: "createdAt", orderDir: "desc", limit: "25", ...(cursor !== null && { last: cursor }) };
    return { url: urlOf(address, "/v1/links", query), headers: { apikey: key } };
  },
  read(answer) {
    const records = requireList(answer);
    return { records, next: textIn(records.at(-1)?.["id"]) || null };
  },
};
