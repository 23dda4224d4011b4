import { isReservedCode } from "@hoplog/schema/codes/reserved.js";
import { hasCodeForm } from "@hoplog/schema/codes/rules.js";
import { limits } from "@hoplog/schema/limits.js";
import type { MissReason } from "@hoplog/schema/topics/clickBatch/click.js";
import type { LinkAddress } from "@hoplog/schema/topics/links/key.js";
import {
  active,
  domainAt,
  idsAt,
  inactive,
  planned,
  revisionAt,
  stateAt,
  urlAt,
  urlEndOf,
} from "@hoplog/schema/topics/links/record.js";
import type { DomainOfHost } from "../domains/domainOfHost.ts";
import type { Page } from "../pages/page.ts";
import type { Pages } from "../pages/pages.ts";
import type { AnswerResult } from "../control/messages.ts";
import type { Plans } from "../plans/plans.ts";
import type { RequestFacts } from "../plans/visits.ts";
import type { FindLink, FoundLink } from "../replica/knownLinks.ts";
import { type FoundEntry, unreadable } from "../replica/linkEntry.ts";
import { type VisitedLink, writeMissedVisit, writeVisit } from "../spool/record.ts";
import type { Spool } from "../spool/spool.ts";
import { clientAddress, type IsTrusted } from "@hoplog/platform/visitor/address.js";
import { flagsFor } from "@hoplog/platform/visitor/purpose.js";
import type { Answers } from "./answers.ts";
import type { Connection } from "./connections.ts";
import type { RequestHead } from "./requestHead.ts";

export interface PlainRequestSettings {
  readonly domainOf: DomainOfHost;
  readonly findLink: FindLink;
  readonly spool: Spool;
  readonly pages: Pages;
  readonly isTrusted: IsTrusted;
  readonly addressBytes: (address: string) => Uint8Array;
  /** Where the bare short host leads. */
  readonly home: string;
  readonly plans: Plans;
  readonly onAnswer: (result: AnswerResult) => void;
}

/**
 * What became of a plain request: `answered`, in the outbox; `unknown` for a code that the replica does not know, with what
 * stands behind it; `later` for one that is to be answered again then; `other` for what only the HTTP server answers.
 */
export type PlainAnswer =
  | { readonly kind: "answered" }
  | { readonly kind: "unknown"; readonly address: LinkAddress; readonly rest: string }
  | { readonly kind: "later"; readonly until: Promise<void>; readonly again: (at: number) => PlainAnswer }
  | { readonly kind: "other" };

/** Where the redirector says whether it is healthy. */
const healthPath = "healthz";
const slash = 0x2f;

/**
 * Answers what {@link readHead} has read: records it in the spool's frame, which must be flushed before what is in the
 * outbox leaves.
 */
export function createPlainRequests(settings: PlainRequestSettings, answers: Answers) {
  const { domainOf, findLink, spool, pages, plans, onAnswer } = settings;
  const home = Buffer.from(settings.home, "latin1");

  /** Of the link that was found last. */
  const foundLink: { -readonly [K in keyof VisitedLink]: VisitedLink[K] } = {
    ids: new Uint8Array(0),
    idsStart: 0,
    domain: 0,
    revision: 0,
    rule: 0,
    arm: 0,
  };

  function linkAt(bytes: Buffer, start: number): VisitedLink {
    foundLink.ids = bytes;
    foundLink.idsStart = start + idsAt;
    foundLink.domain = bytes.readUInt32LE(start + domainAt);
    foundLink.revision = bytes.readUInt32LE(start + revisionAt);
    foundLink.rule = foundLink.arm = 0;
    return foundLink;
  }

  function recordMiss(
    connection: Connection,
    bytes: Buffer,
    head: RequestHead,
    at: number,
    code: string,
    reason: MissReason,
    link: VisitedLink | null,
  ): void {
    const address = addressOf(connection, bytes, head);
    const offset = spool.beginRecord();
    spool.endMiss(writeMissedVisit(spool.frame, offset, at, flagsIn(head), reason, link, address, code, bytes, head));
  }

  function miss(
    connection: Connection,
    bytes: Buffer,
    head: RequestHead,
    at: number,
    code: string,
    reason: "unknown" | "inactive",
    link: VisitedLink | null,
  ): PlainAnswer {
    recordMiss(connection, bytes, head, at, code, reason, link);
    onAnswer(reason);
    return answerPage(connection, reason === "inactive" ? pages.gone : pages.notFound, head.isHead);
  }

  function visit(connection: Connection, bytes: Buffer, head: RequestHead, at: number, link: VisitedLink): void {
    const address = addressOf(connection, bytes, head);
    const offset = spool.beginRecord();
    spool.endRecord(writeVisit(spool.frame, offset, at, flagsIn(head), link, address, bytes, head));
  }

  /** The peer's; behind one of our proxies what that says. */
  function addressOf(connection: Connection, bytes: Buffer, head: RequestHead): Uint8Array {
    if (!connection.isProxy || head.forwardedStart === 0) return connection.address;
    const forwarded = bytes.toString("latin1", head.forwardedStart, head.forwardedEnd);
    return settings.addressBytes(clientAddress(connection.transport.address, forwarded, settings.isTrusted));
  }

  function answerPage(connection: Connection, page: Page, isHead: boolean): PlainAnswer {
    answers.page(connection, page, isHead);
    return answered;
  }

  function answerUnreadable(connection: Connection, isHead: boolean): PlainAnswer {
    onAnswer(unreadable);
    return answerPage(connection, pages.unreadable, isHead);
  }

  function redirect(connection: Connection, source: Buffer, start: number, end: number): PlainAnswer {
    answers.redirect(connection, source, start, end);
    return answered;
  }

  /** A path that is no code: perhaps one with something behind it, for a link that takes that along. */
  function answerPath(connection: Connection, bytes: Buffer, head: RequestHead, at: number): PlainAnswer {
    const start = head.pathStart + 1;
    const end = bytes.indexOf(slash, start);
    const code = end > start && end < head.pathEnd ? bytes.toString("latin1", start, end) : "";
    if (!hasCodeForm(code) || isReservedCode(code)) return answerPage(connection, pages.notFound, head.isHead);
    const rest = bytes.toString("latin1", end, head.pathEnd);
    const domain = domainOf(bytes, head.hostStart, head.hostEnd);
    const link = findLink(domain, bytes, start, end);
    if (!link) return { kind: "unknown", address: { domain, code }, rest };
    const state = link.bytes[link.start + stateAt];
    if (state === planned) return decide(connection, bytes, head, at, link, code, rest);
    return answerPage(connection, pages.notFound, head.isHead);
  }

  /** By the plan of a link. */
  function decide(
    connection: Connection,
    bytes: Buffer,
    head: RequestHead,
    at: number,
    link: FoundLink,
    code: string,
    rest: string,
  ): PlainAnswer {
    const facts = factsOf(at, addressOf(connection, bytes, head), bytes, head);
    const outcome = plans.answer(link.bytes, link.start, link.end, { facts, code, rest });
    if (outcome.kind === "unreadable") return answerUnreadable(connection, head.isHead);
    if (outcome.kind === "unknown") return answerPage(connection, pages.notFound, head.isHead);
    if (outcome.kind === "later") {
      // Where they stand, others will be read meanwhile.
      const savedHead = { ...head };
      const record = Buffer.from(link.bytes.subarray(link.start, link.end));
      const saved = { bytes: record, start: 0, end: record.length };
      const again = (later: number) => decide(connection, bytes, savedHead, later, saved, code, rest);
      return { kind: "later", until: outcome.until, again };
    }
    const { answer } = outcome;
    const { recorded } = answer;
    const visited = linkAt(link.bytes, link.start);
    if (recorded.kind === "miss") {
      recordMiss(connection, bytes, head, at, code, recorded.reason, visited);
    } else if (recorded.kind === "click") {
      foundLink.rule = recorded.rule;
      foundLink.arm = recorded.arm;
      visit(connection, bytes, head, at, visited);
    }
    onAnswer(answer.result);
    if ("page" in answer) return answerPage(connection, answer.page, head.isHead);
    answers.redirectTo(connection, answer.status, answer.location, answer.cookie);
    return answered;
  }

  return {
    /** `at` is the time of the visit in milliseconds. */
    answer(connection: Connection, bytes: Buffer, head: RequestHead, at: number): PlainAnswer {
      const start = head.pathStart + 1;
      let end = head.pathEnd;
      if (end === start) {
        recordMiss(connection, bytes, head, at, "", "base URL", null);
        return redirect(connection, home, 0, home.length);
      }
      if (bytes[end - 1] === slash) end--;
      const length = end - start;
      if (length > limits.codeMax) return answerPath(connection, bytes, head, at);
      if (length === 0) return other;
      const domain = domainOf(bytes, head.hostStart, head.hostEnd);
      const link = findLink(domain, bytes, start, end);
      const state = link?.bytes[link.start + stateAt];
      if (link && state === active) {
        visit(connection, bytes, head, at, linkAt(link.bytes, link.start));
        onAnswer("redirect");
        return redirect(connection, link.bytes, link.start + urlAt, urlEndOf(link.bytes, link.start));
      }
      const code = bytes.toString("latin1", start, end);
      if (link && state === planned) return decide(connection, bytes, head, at, link, code, "");
      if (link && state !== inactive) return answerUnreadable(connection, head.isHead);
      if (link) return miss(connection, bytes, head, at, code, "inactive", linkAt(link.bytes, link.start));
      if (code === healthPath) return other;
      if (!hasCodeForm(code)) return answerPath(connection, bytes, head, at);
      return { kind: "unknown", address: { domain, code }, rest: "" };
    },

    /** Answers for a code that was looked up outside the replica; `rest` stands behind it. */
    answerLookup(
      connection: Connection,
      bytes: Buffer,
      head: RequestHead,
      at: number,
      { code }: LinkAddress,
      rest: string,
      entry: FoundEntry | null,
    ): PlainAnswer {
      if (entry === unreadable) return answerUnreadable(connection, head.isHead);
      const link = entry && { bytes: entry.record, start: 0, end: entry.record.length };
      if (link && entry.state === "planned") return decide(connection, bytes, head, at, link, code, rest);
      // A plain link takes no path behind its code.
      if (rest !== "") return answerPage(connection, pages.notFound, head.isHead);
      if (!link) return miss(connection, bytes, head, at, code, "unknown", null);
      if (entry.state === "inactive") {
        return miss(connection, bytes, head, at, code, "inactive", linkAt(link.bytes, 0));
      }
      visit(connection, bytes, head, at, linkAt(link.bytes, 0));
      onAnswer("redirect");
      return redirect(connection, link.bytes, urlAt, urlEndOf(link.bytes, 0));
    },
  };
}

function factsOf(at: number, address: Uint8Array, bytes: Buffer, head: RequestHead): RequestFacts {
  const text = (start: number, end: number): string => (start === end ? "" : bytes.toString("latin1", start, end));
  return {
    at,
    address,
    flags: flagsIn(head),
    query: text(head.queryStart, head.queryEnd),
    get userAgent() {
      return text(head.userAgentStart, head.userAgentEnd);
    },
    get referrer() {
      return text(head.refererStart, head.refererEnd);
    },
    get languages() {
      return text(head.languagesStart, head.languagesEnd);
    },
    get cookies() {
      return text(head.cookieStart, head.cookieEnd);
    },
  };
}

function flagsIn({ isHead, purpose }: RequestHead): number {
  return isHead || purpose !== "" ? flagsFor(isHead, purpose) : 0;
}

const answered: PlainAnswer = { kind: "answered" };
const other: PlainAnswer = { kind: "other" };
