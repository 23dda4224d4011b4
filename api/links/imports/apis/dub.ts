import { countIn, requireList, type SourceApi, textIn, urlOf } from "./sourceApi.ts";

/** Dub's API: numbered pages of 100 links, including archived ones; the page after the last one is empty. */
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
  visits: {
    // The endpoint is available to paid plans only.
    detail: "days",
    isCounted: true,
    ask(address, key, { sourceId }) {
      const query = { event: "clicks", groupBy: "timeseries", interval: "all", linkId: sourceId };
      return { url: urlOf(address, "/analytics", query), headers: { authorization: `Bearer ${key}` } };
    },
    read(answer) {
      const spans = requireList(answer);
      return { visits: spans.map(({ start, clicks }) => ({ at: textIn(start), visits: countIn(clicks) })), next: null };
    },
  },
};
