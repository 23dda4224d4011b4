import { hasCodeForm } from "@hoplog/schema/codes/rules.js";
import { limits } from "@hoplog/schema/limits.js";
import type { MissReason } from "@hoplog/schema/topics/clickBatch/click.js";
import type { Pages } from "../pages/pages.ts";
import type { FindLink } from "../replica/knownLinks.ts";
import type { LinkEntry } from "../replica/linkEntry.ts";
import { writeVisit } from "../spool/record.ts";
import type { Spool } from "../spool/spool.ts";
import { clientAddress, type IsTrusted } from "../visitor/address.ts";
import { flagsFor } from "../visitor/purpose.ts";
import type { Answers } from "./answers.ts";
import type { Connection } from "./connections.ts";
import type { RequestHead } from "./requestHead.ts";

export interface PlainRequestSettings {
  readonly findLink: FindLink;
  readonly spool: Spool;
  readonly pages: Pages;
  readonly isTrusted: IsTrusted;
  readonly addressBytes: (address: string) => Uint8Array;
  /** Where the bare short host leads. */
  readonly home: string;
  readonly onAnswer: (result: "redirect" | MissReason) => void;
}

/**
 * The answer to a plain request, recorded; `unknown` for a code that the replica does not know; `other` for what only
 * the HTTP server answers.
 */
export type PlainAnswer =
  | { readonly kind: "known"; readonly text: string }
  | { readonly kind: "unknown"; readonly code: string }
  | { readonly kind: "other" };

/** Addresses below which the redirector tells about itself. */
const operations = new Set(["healthz", "metrics"]);
const slash = 0x2f;

/** Answers what {@link readHead} has read: records it in the spool's frame, which must be flushed before the answer leaves. */
export function createPlainRequests(settings: PlainRequestSettings, answers: Answers) {
  const { findLink, spool, pages, onAnswer } = settings;
  const homeStart = answers.redirectStart + settings.home;

  function miss(head: RequestHead, at: number, code: string, reason: MissReason): string {
    spool.recordMiss({ at, code, reason });
    onAnswer(reason);
    return answers.page(reason === "inactive" ? pages.gone : pages.notFound, head.isHead);
  }

  function visit(connection: Connection, bytes: Buffer, head: RequestHead, at: number, ids: Uint8Array): void {
    const address = addressOf(connection, bytes, head);
    const flags = head.isHead || head.purpose !== "" ? flagsFor(head.isHead, head.purpose) : 0;
    const offset = spool.beginRecord();
    spool.endRecord(writeVisit(spool.frame, offset, at, flags, ids, address, bytes, head));
    onAnswer("redirect");
  }

  /** The peer's; behind one of our proxies what that says. */
  function addressOf(connection: Connection, bytes: Buffer, head: RequestHead): Uint8Array {
    if (!connection.isProxy || head.forwardedStart === 0) return connection.address;
    const forwarded = bytes.toString("latin1", head.forwardedStart, head.forwardedEnd);
    return settings.addressBytes(clientAddress(connection.wire.address, forwarded, settings.isTrusted));
  }

  return {
    /** `at` is the time of the visit in milliseconds. */
    answer(connection: Connection, bytes: Buffer, head: RequestHead, at: number): PlainAnswer {
      const start = head.pathStart + 1;
      let end = head.pathEnd;
      if (end === start) return known(homeStart + answers.redirectEnd());
      if (bytes[end - 1] === slash) end--;
      const length = end - start;
      if (length > limits.codeMax) return known(answers.page(pages.notFound, head.isHead));
      if (length === 0) return other;
      const code = bytes.toString("latin1", start, end);
      const link = findLink(code);
      if (link) {
        if (!link.active) return known(miss(head, at, code, "inactive"));
        visit(connection, bytes, head, at, link.ids);
        return known(answers.redirectStart + link.url + answers.redirectEnd());
      }
      if (operations.has(code)) return other;
      if (!hasCodeForm(code)) return known(answers.page(pages.notFound, head.isHead));
      return { kind: "unknown", code };
    },

    /** The answer for a code that was asked for elsewhere. */
    answerAsked(
      connection: Connection,
      bytes: Buffer,
      head: RequestHead,
      at: number,
      code: string,
      entry: LinkEntry | null,
    ): string {
      if (!entry) return miss(head, at, code, "unknown");
      if (!entry.active) return miss(head, at, code, "inactive");
      visit(connection, bytes, head, at, Buffer.concat([entry.linkId, entry.ownerId]));
      return answers.redirectStart + entry.url + answers.redirectEnd();
    },
  };
}

const other: PlainAnswer = { kind: "other" };

function known(text: string): PlainAnswer {
  return { kind: "known", text };
}
