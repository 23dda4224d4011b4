import { requireList, requireRecord, type SourceApi, textIn, UnexpectedAnswer, urlOf } from "./sourceApi.ts";

const size = 100;

/**
 * YOURLS's API: `action=stats`, oldest links last. The signature is sent in the body, because URLs are logged.
 * Responses with errors have status 200 too.
 */
export const yourlsApi: SourceApi = {
  address: null,
  ask(address, key, cursor) {
    const form = {
      action: "stats",
      format: "json",
      filter: "last",
      limit: String(size),
      start: cursor ?? "0",
      signature: key,
    };
    return { url: urlOf(address, "/yourls-api.php"), headers: {}, form };
  },
  read(answer, cursor) {
    const body = requireRecord(answer);
    // PHP encodes an empty list as an array, and a list with keys as an object.
    const given = body["links"];
    if (given === undefined && body["stats"] === undefined) throw new UnexpectedAnswer();
    const records = requireList(Array.isArray(given) ? given : Object.values(requireRecord(given ?? {})));
    const read = Number(cursor ?? "0") + records.length;
    const total = Number(textIn(requireRecord(body["stats"] ?? {})["total_links"]));
    return { records, next: records.length > 0 && !(read >= total) ? String(read) : null };
  },
};
