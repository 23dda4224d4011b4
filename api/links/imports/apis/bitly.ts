import {
  countIn,
  requireList,
  requireRecord,
  type SourceApi,
  textIn,
  UnexpectedAnswer,
  urlOf,
  walkOf,
  walkOn,
} from "./sourceApi.ts";

/**
 * Bitly's API, version 4. Requests first the groups of the key's owner, then the links of each, 100 per page; the
 * cursor is the URL of the next page.
 */
export const bitlyApi: SourceApi = {
  address: "https://api-ssl.bitly.com",
  ask(address, key, cursor) {
    const headers = { authorization: `Bearer ${key}` };
    if (cursor === null) return { url: urlOf(address, "/v4/groups"), headers };
    const { lists, at } = walkOf(cursor);
    const path = `/v4/groups/${encodeURIComponent(lists[0] ?? "")}/bitlinks`;
    return { url: at ?? urlOf(address, path, { size: "100", archived: "both" }), headers };
  },
  read(answer, cursor, address) {
    const body = requireRecord(answer);
    if (cursor === null) {
      const lists = requireList(body["groups"]).map(({ guid }) => textIn(guid));
      return { records: [], next: lists.length === 0 ? null : JSON.stringify({ lists, at: null }) };
    }
    const pagination = requireRecord(body["pagination"] ?? {});
    const next = textIn(pagination["next"]);
    // Checks the host of the next page's URL, because the API key must not be sent to another host.
    if (next !== "" && !(URL.canParse(next) && new URL(next).origin === new URL(address).origin)) {
      throw new UnexpectedAnswer();
    }
    return { records: requireList(body["links"]), next: walkOn(walkOf(cursor).lists, next === "" ? null : next) };
  },
  visits: {
    detail: "days",
    isCounted: false,
    ask(address, key, { sourceId }) {
      // The id consists of host and code; the slash between them is part of the path.
      const bitlink = sourceId.split("/").map(encodeURIComponent).join("/");
      const query = { unit: "day", units: "-1" };
      const headers = { authorization: `Bearer ${key}` };
      return { url: urlOf(address, `/v4/bitlinks/${bitlink}/clicks`, query), headers };
    },
    read(answer) {
      const days = requireList(requireRecord(answer)["link_clicks"]);
      return { visits: days.map(({ date, clicks }) => ({ at: textIn(date), visits: countIn(clicks) })), next: null };
    },
  },
};
