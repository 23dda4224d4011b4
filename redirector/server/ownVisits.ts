import { limits } from "@hoplog/schema/limits.js";
import type { IsTrusted } from "@hoplog/platform/visitor/address.js";
import type { Page } from "../pages/page.ts";
import { isHttpsRequest } from "./isHttpsRequest.ts";
import { readForm } from "./formBody.ts";
import { ownMarkMax, ownVisitsPath, setOwnMark } from "../ownVisits/ownMark.ts";
import type { HandleRedirect } from "./redirects.ts";
import { refuse, sendPage, type Visit } from "./visit.ts";

const maxBodyBytes = 1024;
const bodyTimeoutMs = 10_000;

/**
 * Serves the page and form that mark a browser's visits as a workspace's own. The mark is the workspace's own query
 * parameter, `?name=value`, which ingest compares; a wrong value has no effect, so it is not checked here.
 */
export function ownVisitsGet(next: HandleRedirect): HandleRedirect {
  return (visit) => {
    if (visit.path !== ownVisitsPath) return next(visit);
    return send(visit, visit.site.pages.ownVisits);
  };
}

export function ownVisitsPost({ isTrusted }: { readonly isTrusted: IsTrusted }, next: HandleRedirect): HandleRedirect {
  const handle = async (visit: Visit): Promise<void> => {
    const { request, response, query, site } = visit;
    // Without this check another site could set or remove the mark with a form (CSRF).
    if (!isSameOrigin(visit)) return refuse(response, 403, { connection: "close" });
    const body = await readForm(request, maxBodyBytes, bodyTimeoutMs);
    if (!body) return;
    if ("status" in body) return refuse(response, body.status, { connection: "close" });
    const mark = body.fields.get("count") === "leave-out" ? markOf(query) : "";
    if (mark === null) return send(visit, site.pages.noOwnMark);
    const cookie = setOwnMark(mark, isHttpsRequest(visit, isTrusted));
    send(visit, mark === "" ? site.pages.ownVisitsCounted : site.pages.ownVisitsLeftOut, { "set-cookie": cookie });
  };
  return (visit) => {
    if (visit.path !== ownVisitsPath || visit.request.method !== "POST") return next(visit);
    return void handle(visit);
  };
}

/** Returns the mark in the form in which the query is recorded; null if the address has no valid parameter. */
function markOf(query: string): string | null {
  const [first] = new URLSearchParams(query);
  if (!first) return null;
  const [name, value] = first;
  const { ownParameterNameMax, ownParameterValueMax } = limits;
  if (name === "" || value === "" || name.length > ownParameterNameMax || value.length > ownParameterValueMax)
    return null;
  const mark = new URLSearchParams([[name, value]]).toString();
  return mark.length <= ownMarkMax ? mark : null;
}

/** Checks Sec-Fetch-Site, which browsers send over https and on localhost, and the Origin header over plain http. */
function isSameOrigin({ request }: Visit): boolean {
  const { "sec-fetch-site": site, origin, host } = request.headers;
  if (site !== undefined) return site === "same-origin";
  return origin !== undefined && URL.parse(origin)?.host === host?.toLowerCase();
}

function send({ response }: Visit, page: Page, headers: Record<string, string> = {}): void {
  // With `no-referrer` the form's Origin header would be null.
  sendPage(response, page, { "referrer-policy": "same-origin", ...headers });
}
