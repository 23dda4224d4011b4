import { requireList, requireRecord, type SourceApi, textIn, urlOf } from "./sourceApi.ts";

const size = 50;

/** Kutt's API, version 2: 50 links per page, by offset. */
export const kuttApi: SourceApi = {
  address: null,
  ask(address, key, cursor) {
    const query = { limit: String(size), skip: cursor ?? "0" };
    return { url: urlOf(address, "/api/v2/links", query), headers: { "x-api-key": key } };
  },
  read(answer, cursor) {
    const body = requireRecord(answer);
    const records = requireList(body["data"]);
    const read = Number(cursor ?? "0") + records.length;
    return { records, next: records.length > 0 && read < Number(textIn(body["total"])) ? String(read) : null };
  },
};
