import type { PlainAnswer, PlainRequests } from "./connection.ts";
import { isAlwaysReserved } from "@hoplog/schema/codes/reserved.js";
import { hasCodeForm } from "@hoplog/schema/codes/rules.js";
import { limits } from "@hoplog/schema/limits.js";
import { challengePath } from "@hoplog/schema/topics/links/certificates.js";
import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import { active, inactive, planned, stateAt, urlAt, urlEndOf } from "@hoplog/schema/topics/links/record.js";
import { mayBeApp } from "../app/paths.ts";
import type { Site } from "../domains/site.ts";
import { type FoundSite, type SiteOf, unknownHost } from "../domains/sites.ts";
import type { Page } from "../pages/page.ts";
import type { AnswerResult } from "../control/messages.ts";
import type { Caps } from "../caps/caps.ts";
import { tryAgain, withClick } from "../plans/answerPlan.ts";
import type { Plans } from "../plans/plans.ts";
import type { FindLink, FoundLink } from "../replica/knownLinks.ts";
import { unreadable } from "../replica/linkEntry.ts";
import { mayHaveOwnMark, ownVisitsPath } from "../ownVisits/ownMark.ts";
import type { Answers } from "./answers.ts";
import type { Connection } from "./connection.ts";
import type { RequestHead } from "./requestHead.ts";
import { createRecording, type RecordingSettings } from "./recording.ts";
import { factsOf } from "./visitFacts.ts";

export interface PlainRequestSettings extends RecordingSettings {
  readonly siteOf: SiteOf;
  /** The default domain's site. */
  readonly defaultSite: Site;
  readonly findLink: FindLink;
  readonly plans: Plans;
  readonly caps: Pick<Caps, "take">;
  readonly onAnswer: (result: AnswerResult) => void;
}

/** Path of the health check. */
const healthPath = "healthz";
const wellKnown = ".well-known";
const slash = 0x2f;
const fullStop = 0x2e;
const tilde = 0x7e;

/**
 * Creates the handler of requests that {@link readHead} parsed. It records them in the spool's frame, which must be
 * flushed before the outbox is sent.
 */
export function createPlainRequests(settings: PlainRequestSettings, answers: Answers): PlainRequests {
  const { siteOf, defaultSite, findLink, plans, caps, onAnswer } = settings;
  const { pages } = defaultSite;
  const hasApp = defaultSite.app !== "none";
  const home = Buffer.from(defaultSite.home ?? "", "latin1");

  const recording = createRecording(settings);

  function miss(
    connection: Connection,
    bytes: Buffer,
    head: RequestHead,
    at: number,
    code: string,
    reason: "unknown" | "inactive",
    link: FoundLink | null,
  ): PlainAnswer {
    recording.miss(connection, bytes, head, at, code, reason, link);
    onAnswer(reason);
    return answerPage(connection, bytes, head, reason === "inactive" ? pages.gone : pages.notFound);
  }

  function answerPage(connection: Connection, bytes: Buffer, head: RequestHead, page: Page): PlainAnswer {
    answers.page(connection, bytes, head, page);
    return answered;
  }

  function answerUnreadable(connection: Connection, bytes: Buffer, head: RequestHead): PlainAnswer {
    onAnswer(unreadable);
    return answerPage(connection, bytes, head, pages.unreadable);
  }

  /**
   * Answers a path that is not a code: it may consist of a code and a further path, for a link that appends it to its
   * destination.
   */
  function answerPath(connection: Connection, bytes: Buffer, head: RequestHead, at: number): PlainAnswer {
    if (hasAddition(bytes, head)) return other;
    const start = head.pathStart + 1;
    const end = bytes.indexOf(slash, start);
    const code = end > start && end < head.pathEnd ? bytes.toString("latin1", start, end) : "";
    if (code === wellKnown && isForHttpServer(bytes.toString("latin1", head.pathStart, head.pathEnd))) return other;
    if (!hasCodeForm(code) || isAlwaysReserved(code)) return answerPage(connection, bytes, head, pages.notFound);
    const rest = bytes.toString("latin1", end, head.pathEnd);
    const link = findLink(defaultDomain, bytes, start, end);
    if (!link) return { kind: "unknown", address: { domain: defaultDomain, code }, rest };
    const state = link.bytes[link.start + stateAt];
    if (state === planned) return decide(connection, bytes, head, at, link, defaultSite, code, rest);
    return answerPage(connection, bytes, head, pages.notFound);
  }

  /** Answers according to a link's plan. */
  function decide(
    connection: Connection,
    bytes: Buffer,
    head: RequestHead,
    at: number,
    link: FoundLink,
    site: Site,
    code: string,
    rest: string,
    hasWaited = false,
  ): PlainAnswer {
    const facts = factsOf(at, recording.addressOf(connection, bytes, head), bytes, head);
    // The code in the path is spelled exactly like the link's code.
    const asked = { facts, code, cookiePath: `/${code}`, rest, site, hasWaited };
    const outcome = plans.answer(link.bytes, link.start, link.end, asked);
    if (outcome.kind === "unreadable") return answerUnreadable(connection, bytes, head);
    if (outcome.kind === "unknown") return answerPage(connection, bytes, head, site.pages.notFound);
    if (outcome.kind === "later") {
      // Copies the head and the record, because their buffers are reused while the visitor waits.
      const savedHead = { ...head };
      const record = Buffer.from(link.bytes.subarray(link.start, link.end));
      const saved = { bytes: record, start: 0, end: record.length };
      const again = (later: number) => decide(connection, bytes, savedHead, later, saved, site, code, rest, true);
      return { kind: "later", until: outcome.until, again };
    }
    const { cap } = outcome;
    let { answer } = outcome;
    const { recorded } = answer;
    const passId = (): void => {
      if (recorded.kind === "click" && recorded.passesId) answer = withClick(answer, recording.nextClick(link, at));
    };
    if (recorded.kind === "click" && cap) {
      const isTaken = caps.take(cap, (leased) =>
        recording.countedVisit(connection, bytes, head, at, link, recorded, leased, passId),
      );
      if (!isTaken) answer = tryAgain(site.pages);
    } else if (recorded.kind === "miss") {
      recording.miss(connection, bytes, head, at, code, recorded.reason, link);
    } else if (recorded.kind === "click") {
      passId();
      recording.visit(connection, bytes, head, at, link, recorded.rule, recorded.arm);
    }
    onAnswer(answer.result);
    if ("page" in answer) return answerPage(connection, bytes, head, answer.page);
    answers.redirectTo(connection, bytes, head, answer);
    return answered;
  }

  /**
   * Answers a request to a host outside the default domain if the host is unknown, or if the code is that of a link
   * that is active or has a plan; leaves other requests to the HTTP server.
   */
  function answerOtherHost(
    connection: Connection,
    bytes: Buffer,
    head: RequestHead,
    at: number,
    site: FoundSite,
  ): PlainAnswer {
    if (site === unknownHost && !isHealthPath(bytes, head) && !isChallenge(bytes, head)) {
      recording.miss(connection, bytes, head, at, "", unknownHost, null);
      onAnswer("unknownHost");
      return answerPage(connection, bytes, head, pages.notFound);
    }
    const start = head.pathStart + 1;
    const end = head.pathEnd > start && bytes[head.pathEnd - 1] === slash ? head.pathEnd - 1 : head.pathEnd;
    const length = end - start;
    if (typeof site === "string" || site.app !== "none" || length === 0 || length > limits.wideCodeMax) return other;
    if (site.ignoresCase && hasUpperCase(bytes, start, end)) return other;
    const link = findLink(site.number, bytes, start, end);
    const state = link?.bytes[link.start + stateAt];
    if (link && state === active) return follow(connection, bytes, head, at, link);
    if (!link || state !== planned) return other;
    return decide(connection, bytes, head, at, link, site, bytes.toString("latin1", start, end), "");
  }

  /** Redirects to the URL of a plain link. */
  function follow(connection: Connection, bytes: Buffer, head: RequestHead, at: number, link: FoundLink): PlainAnswer {
    recording.visit(connection, bytes, head, at, link, 0, 0);
    onAnswer("redirect");
    answers.redirect(connection, bytes, head, link.bytes, link.start + urlAt, urlEndOf(link.bytes, link.start));
    return answered;
  }

  return {
    answer(connection, bytes, head, at) {
      // Marked visits are rare, and their query is recorded differently, so the HTTP server handles them.
      if (head.cookieStart !== 0 && mayHaveOwnMark(bytes, head.cookieStart, head.cookieEnd)) return other;
      const site = siteOf(bytes, head.hostStart, head.hostEnd);
      if (site !== defaultSite) return answerOtherHost(connection, bytes, head, at, site);
      const start = head.pathStart + 1;
      let end = head.pathEnd;
      if (hasApp && mayBeApp(bytes, start, end)) return other;
      if (end === start) {
        recording.miss(connection, bytes, head, at, "", "base URL", null);
        answers.redirect(connection, bytes, head, home, 0, home.length);
        return answered;
      }
      if (bytes[end - 1] === slash) end--;
      const length = end - start;
      if (length > limits.codeMax) return answerPath(connection, bytes, head, at);
      if (length === 0) return other;
      const link = findLink(defaultDomain, bytes, start, end);
      const state = link?.bytes[link.start + stateAt];
      if (link && state === active) return follow(connection, bytes, head, at, link);
      const code = bytes.toString("latin1", start, end);
      if (link && state === planned) return decide(connection, bytes, head, at, link, site, code, "");
      if (link && state !== inactive) return answerUnreadable(connection, bytes, head);
      if (link) return miss(connection, bytes, head, at, code, "inactive", link);
      if (code === healthPath) return other;
      if (!hasCodeForm(code)) return answerPath(connection, bytes, head, at);
      return { kind: "unknown", address: { domain: defaultDomain, code }, rest: "" };
    },

    answerLookup(connection, bytes, head, at, { code }, rest, entry) {
      if (entry === unreadable) return answerUnreadable(connection, bytes, head);
      const link = entry && { bytes: entry.record, start: 0, end: entry.record.length };
      if (link && entry.state === "planned") return decide(connection, bytes, head, at, link, defaultSite, code, rest);
      // A plain link accepts no path after its code.
      if (rest !== "") return answerPage(connection, bytes, head, pages.notFound);
      if (!link) return miss(connection, bytes, head, at, code, "unknown", null);
      if (entry.state === "inactive") {
        return miss(connection, bytes, head, at, code, "inactive", link);
      }
      return follow(connection, bytes, head, at, link);
    },
  };
}

function isHealthPath(bytes: Buffer, { pathStart, pathEnd }: RequestHead): boolean {
  return (
    pathEnd - pathStart === healthPath.length + 1 && bytes.toString("latin1", pathStart + 1, pathEnd) === healthPath
  );
}

/** Returns whether the HTTP server handles a path below /.well-known/. */
function isForHttpServer(path: string): boolean {
  return path === ownVisitsPath || path.startsWith(challengePath);
}

/** Returns whether the request is an ACME challenge; its host may still be unknown to this redirector. */
function isChallenge(bytes: Buffer, { pathStart, pathEnd }: RequestHead): boolean {
  const prefixEnd = pathStart + challengePath.length;
  return prefixEnd < pathEnd && bytes.toString("latin1", pathStart, prefixEnd) === challengePath;
}

/**
 * Returns whether a path begins with slashes or ends with characters that `server/codePath.ts` removes. {@link
 * readHead} leaves paths with other such characters to the HTTP server.
 */
function hasAddition(bytes: Buffer, { pathStart, pathEnd }: RequestHead): boolean {
  const last = bytes[bytes[pathEnd - 1] === slash ? pathEnd - 2 : pathEnd - 1];
  return bytes[pathStart + 1] === slash || last === fullStop || last === tilde;
}

function hasUpperCase(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x41 && byte <= 0x5a) return true;
  }
  return false;
}

/** Result: the response is in the outbox. */
export const answered: PlainAnswer = { kind: "answered" };
/** Result: the HTTP server must answer. */
export const other: PlainAnswer = { kind: "other" };
