import { requireList, type SourceApi, urlOf } from "./sourceApi.ts";

/** 100 links a page by number, archived ones too; the page behind the last one is empty. */
export const dubApi: SourceApi = {
  address: "https://api.dub.co",
  ask(address, key, cursor) {
    const query = { page: cursor ?? "1", pageSize: "100", showArchived: "true" };
    return { url: urlOf(address, "/links", query), headers: { authorization: `Bearer ${key}` } };
  },
  read(answer, cursor) {
    const records = requireList(answer);
    return { records, next: records.length === 0 ? null : String(Number(cursor ?? "1") + 1) };
  },
};
