import type { IncomingMessage, ServerResponse } from "node:http";
import { hasCodeForm } from "@hoplog/schema/codes/rules.js";
import { limits } from "@hoplog/schema/limits.js";
import type { MissReason } from "@hoplog/schema/topics/clickBatch/click.js";
import type { LinkAddress } from "@hoplog/schema/topics/links/key.js";
import type { DomainOfHost } from "../domains/domainOfHost.ts";
import type { Page, Pages } from "../pages/pages.ts";
import { headersOf } from "../pages/pages.ts";
import { type FoundEntry, type LinkEntry, unreadable } from "../replica/linkEntry.ts";
import type { Spool } from "../spool/spool.ts";
import { clientAddress, type IsTrusted } from "@hoplog/platform/visitor/address.js";
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
  readonly onAnswer: (result: "redirect" | "unknown" | "inactive" | typeof unreadable) => void;
}

/** Answers a request whose path may be a short code. */
export type HandleRedirect = (request: IncomingMessage, response: ServerResponse, path: string, query: string) => void;

export function createRedirects(settings: RedirectSettings): HandleRedirect {
  const { find, lookUp, spool, pages, now, onAnswer } = settings;

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

  function redirect({ request, response, query }: Visit, entry: LinkEntry): void {
    const { linkId, ownerId, domain, revision } = entry;
    const click = { ...visitorOf(request), linkId, ownerId, domain, revision, query: cut(query, limits.queryMax) };
    spool.recordClick(click, () => {
      response.writeHead(302, { location: entry.url, "cache-control": "no-store", "content-length": 0 });
      response.end();
      onAnswer("redirect");
    });
  }

  function recordMiss({ request, path }: Visit, code: string, reason: MissReason, entry: LinkEntry | null): void {
    spool.recordMiss({
      ...visitorOf(request),
      ...(entry && { linkId: entry.linkId, ownerId: entry.ownerId, domain: entry.domain, revision: entry.revision }),
      host: cut(request.headers.host, limits.hostMax),
      path: cut(path, limits.missPathMax),
      code,
      reason,
    });
  }

  function answer(visit: Visit, code: string, entry: FoundEntry | null): void {
    if (entry === unreadable) {
      sendPage(visit.response, pages.unreadable);
      onAnswer(unreadable);
      return;
    }
    if (entry?.active) return redirect(visit, entry);
    const reason = entry ? "inactive" : "unknown";
    recordMiss(visit, code, reason, entry);
    sendPage(visit.response, entry ? pages.gone : pages.notFound);
    onAnswer(reason);
  }

  return (request, response, path, query) => {
    const visit = { request, response, path, query };
    const code = codeOf(path);
    if (code === "") {
      recordMiss(visit, "", "base URL", null);
      response.writeHead(302, { location: settings.home, "cache-control": "no-store", "content-length": 0 }).end();
      return;
    }
    if (!hasCodeForm(code)) {
      sendPage(response, pages.notFound);
      return;
    }
    const host = Buffer.from(request.headers.host ?? "", "latin1");
    const address = { domain: settings.domainOf(host, 0, host.length), code };
    const entry = find(address);
    if (entry) answer(visit, code, entry);
    else void lookUp(address).then((found) => answer(visit, code, found));
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

/** Without the slash before it, one after it, and percent signs. Malformed escapes are left: no code has them. */
function codeOf(path: string): string {
  const code = path.slice(1).replace(/\/$/, "");
  if (!code.includes("%")) return code;
  try {
    return decodeURIComponent(code);
  } catch {
    return code;
  }
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(",") : header;
}

function cut(text: string | undefined, maxLength: number): string {
  return text === undefined || text.length <= maxLength ? (text ?? "") : text.slice(0, maxLength);
}
