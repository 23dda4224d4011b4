import type { IncomingMessage, ServerResponse } from "node:http";
import { hasCodeForm } from "@hoplog/schema/codes/rules.js";
import { limits } from "@hoplog/schema/limits.js";
import type { MissReason } from "@hoplog/schema/topics/clickBatch/click.js";
import { isReservedCode } from "@hoplog/schema/codes/reserved.js";
import { defaultDomain, type LinkAddress } from "@hoplog/schema/topics/links/key.js";
import { headerSafe } from "@hoplog/schema/topics/links/record.js";
import type { AnswerResult } from "../control/messages.ts";
import type { Site } from "../domains/site.ts";
import { type SiteOf, unknownHost, unreadableHost } from "../domains/sites.ts";
import type { Page } from "../pages/pages.ts";
import { headersOf } from "../pages/pages.ts";
import { type FoundEntry, type LinkEntry, unreadable } from "../replica/linkEntry.ts";
import type { Plans } from "../plans/plans.ts";
import type { RequestFacts } from "../plans/visits.ts";
import type { Spool } from "../spool/spool.ts";
import { clientAddress, type IsTrusted } from "@hoplog/platform/visitor/address.js";
import { type CodePath, codePathOf } from "./codePath.ts";
import { codeCandidates } from "./codeCandidates.ts";
import { domainFileAt, sendFile } from "./domainFiles.ts";
import { shownDestination } from "./shownDestination.ts";
import { flagsOf } from "@hoplog/platform/visitor/purpose.js";

export interface RedirectSettings {
  readonly siteOf: SiteOf;
  readonly defaultSite: Site;
  /** Undefined when the replica doesn't know the code. */
  readonly find: (address: LinkAddress) => FoundEntry | undefined;
  /** Looks up a code that the replica does not know. Never rejects. */
  readonly lookUp: (address: LinkAddress) => Promise<FoundEntry | null>;
  readonly spool: Spool;
  readonly isTrusted: IsTrusted;
  readonly addressBytes: (address: string) => Uint8Array;
  readonly now: () => number;
  readonly plans: Plans;
  readonly onAnswer: (result: AnswerResult) => void;
}

/** Answers a request whose path may be a short code. */
export type HandleRedirect = (request: IncomingMessage, response: ServerResponse, path: string, query: string) => void;

export function createRedirects(settings: RedirectSettings): HandleRedirect {
  const { find, lookUp, spool, plans, now, onAnswer } = settings;

  /** What a request says of its visitor. */
  function visitorOf(request: IncomingMessage) {
    const { headers } = request;
    const address = clientAddress(
      request.socket.remoteAddress ?? "",
      textOf(headers["x-forwarded-for"]),
      settings.isTrusted,
    );
    return {
      at: now(),
      address: settings.addressBytes(address),
      userAgent: cut(headers["user-agent"], limits.userAgentMax),
      referrer: cut(headers.referer, limits.referrerMax),
      languages: cut(headers["accept-language"], limits.acceptLanguageMax),
      flags: flagsOf(request.method ?? "", headers),
    };
  }

  function recordClick(
    { request, query }: Visit,
    { linkId, ownerId, domain, revision }: LinkEntry,
    decided: { readonly rule: number; readonly arm: number },
    onRecorded: () => void,
  ): void {
    const link = { linkId, ownerId, domain, revision, rule: decided.rule, arm: decided.arm };
    spool.recordClick({ ...visitorOf(request), ...link, query: cut(query, limits.queryMax) }, onRecorded);
  }

  function redirect(visit: Visit, entry: LinkEntry): void {
    recordClick(visit, entry, { rule: 0, arm: 0 }, () => {
      redirectTo(visit.response, { status: 302, location: entry.url, cookie: null });
      onAnswer("redirect");
    });
  }

  /** By the link's plan. */
  function decide(visit: Visit, asked: CodePath, entry: LinkEntry): void {
    const { code, rest } = asked;
    const { request, response } = visit;
    const { site } = visit;
    const facts = factsOf(visit);
    const outcome = plans.answer(entry.record, 0, entry.record.length, { facts, code, rest, site });
    if (outcome.kind === "later") {
      void outcome.until.then(() => decide(visit, asked, entry));
      return;
    }
    if (outcome.kind !== "answered") {
      sendPage(response, outcome.kind === "unreadable" ? site.pages.unreadable : site.pages.notFound);
      if (outcome.kind === "unreadable") onAnswer(unreadable);
      return;
    }
    const { answer } = outcome;
    const send = (): void => {
      if ("page" in answer) sendPage(response, answer.page);
      else redirectTo(response, answer);
      onAnswer(answer.result);
    };
    if (answer.recorded.kind === "click") {
      recordClick(visit, entry, answer.recorded, send);
    } else {
      if (answer.recorded.kind === "miss") {
        recordMiss({ request, path: visit.path }, code, answer.recorded.reason, entry);
      }
      send();
    }
  }

  function factsOf({ request, query }: Visit): RequestFacts {
    const { at, address, flags } = visitorOf(request);
    const { headers } = request;
    return {
      at,
      address,
      flags,
      userAgent: headers["user-agent"] ?? "",
      referrer: headers.referer ?? "",
      languages: headers["accept-language"] ?? "",
      query,
      cookies: headers.cookie ?? "",
    };
  }

  function recordMiss(
    { request, path }: Pick<Visit, "request" | "path">,
    code: string,
    reason: MissReason,
    entry: LinkEntry | null,
  ): void {
    spool.recordMiss({
      ...visitorOf(request),
      ...(entry && { linkId: entry.linkId, ownerId: entry.ownerId, domain: entry.domain, revision: entry.revision }),
      host: cut(request.headers.host, limits.hostMax),
      path: cut(path, limits.missPathMax),
      code,
      reason,
    });
  }

  function answer(visit: Visit, asked: CodePath, entry: FoundEntry | null): void {
    const { code, rest } = asked;
    const { pages } = visit.site;
    if (entry === unreadable) {
      sendPage(visit.response, pages.unreadable);
      onAnswer(unreadable);
      return;
    }
    if (asked.showsDestination) {
      sendPage(visit.response, shownDestination(settings, visit.site, entry));
      onAnswer(entry ? "destination shown" : "unknown");
      return;
    }
    if (entry?.state === "planned") return decide(visit, asked, entry);
    // A plain link takes no path behind its code.
    if (rest !== "") return sendPage(visit.response, pages.notFound);
    if (entry?.state === "active") return redirect(visit, entry);
    const reason = entry ? "inactive" : "unknown";
    recordMiss(visit, code, reason, entry);
    const { unknownUrl } = visit.site.settings;
    if (!entry && unknownUrl !== undefined)
      redirectTo(visit.response, { status: 302, location: unknownUrl, cookie: null });
    else sendPage(visit.response, entry ? pages.gone : pages.notFound);
    onAnswer(reason);
  }

  /** The bare host. */
  function answerRoot(visit: Visit): void {
    recordMiss(visit, "", "base URL", null);
    const { home, pages } = visit.site;
    if (home === null) sendPage(visit.response, pages.notFound);
    else redirectTo(visit.response, { status: 302, location: headerSafe(home), cookie: null });
  }

  function answerDefault(visit: Visit): void {
    const asked = codePathOf(visit.path);
    const { code } = asked;
    if (code === "" && asked.rest === "" && !asked.showsDestination) return answerRoot(visit);
    if (!hasCodeForm(code) || (asked.rest !== "" && isReservedCode(code))) {
      return sendPage(visit.response, visit.site.pages.notFound);
    }
    const address = { domain: defaultDomain, code };
    const entry = find(address);
    if (entry) return answer(visit, asked, entry);
    void lookUp(address).then((found) => answer(visit, asked, found));
    return undefined;
  }

  /** Under the host of a workspace's domain. */
  function answerOwn(visit: Visit): void {
    const { number: domain, ignoresCase, settings: own, pages } = visit.site;
    if (visit.path === "/") return answerRoot(visit);
    const file = domainFileAt(visit.path, own);
    if (file?.text !== undefined) return sendFile(visit.response, file.contentType, file.text);
    const candidates = file ? [] : codeCandidates(visit.path, ignoresCase);
    const [whole] = candidates;
    if (!whole) return sendPage(visit.response, pages.notFound);
    for (const asked of candidates) {
      const entry = find({ domain, code: asked.code });
      if (entry && (asked.rest === "" || appendsPath(entry))) return answer(visit, asked, entry);
    }
    // Postgres is asked for a new link, and for one that takes the path behind its first part.
    const last = candidates.at(-1);
    void lookUp({ domain, code: whole.code }).then(async (found) => {
      if (found || !last || last === whole) return answer(visit, whole, whole.rest === "" ? found : null);
      const shorter = await lookUp({ domain, code: last.code });
      return shorter && appendsPath(shorter) ? answer(visit, last, shorter) : answer(visit, whole, null);
    });
    return undefined;
  }

  function appendsPath(entry: FoundEntry): boolean {
    if (entry === unreadable) return true;
    if (entry.state !== "planned") return false;
    return plans.planOf(entry.record, 0, entry.record.length)?.plan.options.appendPath !== undefined;
  }

  return (request, response, path, query) => {
    const host = Buffer.from(request.headers.host ?? "", "latin1");
    const site = settings.siteOf(host, 0, host.length);
    const { defaultSite } = settings;
    if (site === unreadableHost) {
      sendPage(response, defaultSite.pages.unreadable);
      onAnswer(unreadable);
    } else if (site === unknownHost) {
      recordMiss({ request, path }, "", unknownHost, null);
      sendPage(response, defaultSite.pages.notFound);
      onAnswer(unknownHost);
    } else {
      const visit = { request, response, path, query, site };
      if (site === defaultSite) answerDefault(visit);
      else answerOwn(visit);
    }
  };
}

/** A request under way. */
interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly query: string;
  readonly site: Site;
}

export function sendPage(response: ServerResponse, page: Page): void {
  response.writeHead(page.status, headersOf(page));
  response.end(page.body);
}

function redirectTo(
  response: ServerResponse,
  answer: { readonly status: number; readonly location: string; readonly cookie: string | null },
): void {
  const { status, location, cookie } = answer;
  const headers = { location, "cache-control": "no-store", ...(cookie !== null && { "set-cookie": cookie }) };
  response.writeHead(status, { ...headers, "content-length": 0 });
  response.end();
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(",") : header;
}

function cut(text: string | undefined, maxLength: number): string {
  return text === undefined || text.length <= maxLength ? (text ?? "") : text.slice(0, maxLength);
}
