import type { IncomingMessage, ServerResponse } from "node:http";
import { hasCodeForm } from "@hoplog/schema/codes/rules.js";
import { limits } from "@hoplog/schema/limits.js";
import type { MissReason } from "@hoplog/schema/topics/clickBatch/click.js";
import { isReservedCode } from "@hoplog/schema/codes/reserved.js";
import type { LinkAddress } from "@hoplog/schema/topics/links/key.js";
import type { AnswerResult } from "../control/messages.ts";
import type { DomainOfHost } from "../domains/domainOfHost.ts";
import type { Page, Pages } from "../pages/pages.ts";
import { headersOf } from "../pages/pages.ts";
import { type FoundEntry, type LinkEntry, unreadable } from "../replica/linkEntry.ts";
import type { Plans } from "../plans/plans.ts";
import type { RequestFacts } from "../plans/visits.ts";
import type { Spool } from "../spool/spool.ts";
import { clientAddress, type IsTrusted } from "@hoplog/platform/visitor/address.js";
import { type CodePath, codePathOf } from "./codePath.ts";
import { shownDestination } from "./shownDestination.ts";
import { flagsOf } from "@hoplog/platform/visitor/purpose.js";

export interface RedirectSettings {
  readonly domainOf: DomainOfHost;
  /** Undefined when the replica doesn't know the code. */
  readonly find: (address: LinkAddress) => FoundEntry | undefined;
  /** Looks up a code that the replica does not know. Never rejects. */
  readonly lookUp: (address: LinkAddress) => Promise<FoundEntry | null>;
  readonly spool: Spool;
  readonly pages: Pages;
  readonly isTrusted: IsTrusted;
  readonly addressBytes: (address: string) => Uint8Array;
  /** Where the bare short host leads. */
  readonly home: string;
  readonly now: () => number;
  readonly plans: Plans;
  readonly onAnswer: (result: AnswerResult) => void;
}

/** Answers a request whose path may be a short code. */
export type HandleRedirect = (request: IncomingMessage, response: ServerResponse, path: string, query: string) => void;

export function createRedirects(settings: RedirectSettings): HandleRedirect {
  const { find, lookUp, spool, pages, plans, now, onAnswer } = settings;

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
    const facts = factsOf(visit);
    const outcome = plans.answer(entry.record, 0, entry.record.length, { facts, code, rest });
    if (outcome.kind === "later") {
      void outcome.until.then(() => decide(visit, asked, entry));
      return;
    }
    if (outcome.kind !== "answered") {
      sendPage(response, outcome.kind === "unreadable" ? pages.unreadable : pages.notFound);
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
    if (entry === unreadable) {
      sendPage(visit.response, pages.unreadable);
      onAnswer(unreadable);
      return;
    }
    if (asked.showsDestination) {
      sendPage(visit.response, shownDestination(settings, entry));
      onAnswer(entry ? "destination shown" : "unknown");
      return;
    }
    if (entry?.state === "planned") return decide(visit, asked, entry);
    // A plain link takes no path behind its code.
    if (rest !== "") return sendPage(visit.response, pages.notFound);
    if (entry?.state === "active") return redirect(visit, entry);
    const reason = entry ? "inactive" : "unknown";
    recordMiss(visit, code, reason, entry);
    sendPage(visit.response, entry ? pages.gone : pages.notFound);
    onAnswer(reason);
  }

  return (request, response, path, query) => {
    const visit = { request, response, path, query };
    const asked = codePathOf(path);
    const { code } = asked;
    if (code === "" && asked.rest === "" && !asked.showsDestination) {
      recordMiss(visit, "", "base URL", null);
      response.writeHead(302, { location: settings.home, "cache-control": "no-store", "content-length": 0 }).end();
      return;
    }
    if (!hasCodeForm(code) || (asked.rest !== "" && isReservedCode(code))) {
      sendPage(response, pages.notFound);
      return;
    }
    const host = Buffer.from(request.headers.host ?? "", "latin1");
    const address = { domain: settings.domainOf(host, 0, host.length), code };
    const entry = find(address);
    if (entry) answer(visit, asked, entry);
    else void lookUp(address).then((found) => answer(visit, asked, found));
  };
}

/** A request under way. */
interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly query: string;
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
