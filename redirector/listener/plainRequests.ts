import { hasCodeForm } from "@hoplog/schema/codes/rules.js";
import { limits } from "@hoplog/schema/limits.js";
import type { MissReason } from "@hoplog/schema/topics/clickBatch/click.js";
import type { LinkAddress } from "@hoplog/schema/topics/links/key.js";
import {
  active,
  domainAt,
  idsAt,
  inactive,
  revisionAt,
  stateAt,
  urlAt,
  urlEndOf,
} from "@hoplog/schema/topics/links/record.js";
import type { DomainOfHost } from "../domains/domainOfHost.ts";
import type { Page, Pages } from "../pages/pages.ts";
import type { FindLink } from "../replica/knownLinks.ts";
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
  readonly onAnswer: (result: "redirect" | "unknown" | "inactive" | typeof unreadable) => void;
}

/**
 * What became of a plain request: `answered`, in the outbox; `unknown` for a code that the replica does not know; `other`
 * for what only the HTTP server answers.
 */
export type PlainAnswer =
  | { readonly kind: "answered" }
  | { readonly kind: "unknown"; readonly address: LinkAddress }
  | { readonly kind: "other" };

/** Where the redirector says whether it is healthy. */
const healthPath = "healthz";
const slash = 0x2f;

/**
 * Answers what {@link readHead} has read: records it in the spool's frame, which must be flushed before what is in the
 * outbox leaves.
 */
export function createPlainRequests(settings: PlainRequestSettings, answers: Answers) {
  const { domainOf, findLink, spool, pages, onAnswer } = settings;
  const home = Buffer.from(settings.home, "latin1");

  /** Of the link that was found last. */
  const foundLink: { -readonly [K in keyof VisitedLink]: VisitedLink[K] } = {
    ids: new Uint8Array(0),
    idsStart: 0,
    domain: 0,
    revision: 0,
  };

  function linkAt(bytes: Buffer, start: number): VisitedLink {
    foundLink.ids = bytes;
    foundLink.idsStart = start + idsAt;
    foundLink.domain = bytes.readUInt32LE(start + domainAt);
    foundLink.revision = bytes.readUInt32LE(start + revisionAt);
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
    onAnswer("redirect");
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
      if (length > limits.codeMax) return answerPage(connection, pages.notFound, head.isHead);
      if (length === 0) return other;
      const domain = domainOf(bytes, head.hostStart, head.hostEnd);
      const link = findLink(domain, bytes, start, end);
      const state = link?.bytes[link.start + stateAt];
      if (link && state === active) {
        visit(connection, bytes, head, at, linkAt(link.bytes, link.start));
        return redirect(connection, link.bytes, link.start + urlAt, urlEndOf(link.bytes, link.start));
      }
      const code = bytes.toString("latin1", start, end);
      if (link && state !== inactive) return answerUnreadable(connection, head.isHead);
      if (link) return miss(connection, bytes, head, at, code, "inactive", linkAt(link.bytes, link.start));
      if (code === healthPath) return other;
      if (!hasCodeForm(code)) return answerPage(connection, pages.notFound, head.isHead);
      return { kind: "unknown", address: { domain, code } };
    },

    /** Answers for a code that was looked up outside the replica. */
    answerLookup(
      connection: Connection,
      bytes: Buffer,
      head: RequestHead,
      at: number,
      { code }: LinkAddress,
      entry: FoundEntry | null,
    ): void {
      if (entry === unreadable) {
        answerUnreadable(connection, head.isHead);
        return;
      }
      if (!entry) {
        miss(connection, bytes, head, at, code, "unknown", null);
        return;
      }
      const ids = Buffer.concat([entry.linkId, entry.ownerId]);
      const link = { ids, idsStart: 0, domain: entry.domain, revision: entry.revision };
      if (!entry.active) {
        miss(connection, bytes, head, at, code, "inactive", link);
      } else {
        visit(connection, bytes, head, at, link);
        const url = Buffer.from(entry.url, "latin1");
        redirect(connection, url, 0, url.length);
      }
    },
  };
}

function flagsIn({ isHead, purpose }: RequestHead): number {
  return isHead || purpose !== "" ? flagsFor(isHead, purpose) : 0;
}

const answered: PlainAnswer = { kind: "answered" };
const other: PlainAnswer = { kind: "other" };
