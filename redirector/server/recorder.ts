import type { IncomingMessage } from "node:http";
import { clientAddress, type IsTrusted } from "@hoplog/platform/visitor/address.js";
import { flagsOf } from "@hoplog/platform/visitor/purpose.js";
import type { HopId } from "@hoplog/schema/conversions/hopId.js";
import { withVisitedPath } from "@hoplog/schema/clicks/visitedPath.js";
import { limits } from "@hoplog/schema/limits.js";
import type { MissReason } from "@hoplog/schema/topics/clickBatch/click.js";
import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import type { RequestFacts } from "../plans/visits.ts";
import type { LinkEntry } from "../replica/linkEntry.ts";
import { type LeasedVisit, writeClick, writeLeasedVisit } from "../spool/record.ts";
import type { Spool, Written } from "../spool/spool.ts";
import { markedQuery, ownMarkIn } from "../ownVisits/ownMark.ts";
import { type CodePath, visitedPath } from "./codePath.ts";
import { cut, type Incoming, type Visit } from "./visit.ts";

export interface RecorderSettings {
  readonly spool: Spool;
  readonly isTrusted: IsTrusted;
  readonly addressBytes: (address: string) => Uint8Array;
  readonly now: () => number;
}

/** Called with the click's id and time before the click is recorded. */
type OnId = (click: HopId) => void;

/** The visited code, and the path after it. */
type Asked = Pick<CodePath, "code" | "rest">;

/** Records clicks and misses in the spool. */
export interface Recorder {
  /** Records a click; calls `onRecorded` once it is in the spool. */
  click(
    visit: Incoming,
    asked: Asked,
    entry: LinkEntry,
    by: { readonly rule: number; readonly arm: number },
    onRecorded: () => void,
    onId?: OnId,
  ): void;
  /** Writes a click immediately, together with the visit of the cap that it uses. */
  countedClick(
    visit: Incoming,
    asked: Asked,
    entry: LinkEntry,
    by: { readonly rule: number; readonly arm: number },
    leased: LeasedVisit,
    onId?: OnId,
  ): Written;
  /** Records a miss in the domain of the entry or, without an entry, of the visit's site. */
  miss(visit: Incoming & Partial<Pick<Visit, "site">>, code: string, reason: MissReason, entry: LinkEntry | null): void;
  /** Extracts the request properties that plans use. */
  factsOf(visit: Incoming): RequestFacts;
}

export function createRecorder({ spool, isTrusted, addressBytes, now }: RecorderSettings): Recorder {
  function visitorOf(request: IncomingMessage) {
    const { headers } = request;
    const forwarded = textOf(headers["x-forwarded-for"]);
    return {
      at: now(),
      address: addressBytes(clientAddress(request.socket.remoteAddress ?? "", forwarded, isTrusted)),
      userAgent: cut(headers["user-agent"], limits.userAgentMax),
      referrer: cut(headers.referer, limits.referrerMax),
      languages: cut(headers["accept-language"], limits.acceptLanguageMax),
      flags: flagsOf(request.method ?? "", headers),
    };
  }

  function clickOf(
    { request, path, query }: Incoming,
    asked: Asked,
    entry: LinkEntry,
    by: { readonly rule: number; readonly arm: number },
  ) {
    const { linkId, ownerId, domain, revision } = entry;
    const { rule, arm } = by;
    const link = { linkId, ownerId, domain, revision, rule, arm };
    return {
      ...visitorOf(request),
      ...link,
      query: withVisitedPath(
        markedQuery(query, ownMarkIn(request.headers.cookie), limits.queryMax),
        visitedPath(path, asked),
      ),
    };
  }

  return {
    click(visit, asked, entry, by, onRecorded, onId) {
      const click = clickOf(visit, asked, entry, by);
      onId?.({ clickId: spool.nextClickId(), linkId: entry.linkId, at: click.at });
      spool.recordClick(click, onRecorded);
    },
    countedClick: (visit, asked, entry, by, leased, onId) =>
      spool.recordImmediately((out, offset) => {
        const click = clickOf(visit, asked, entry, by);
        onId?.({ clickId: spool.nextClickId(), linkId: entry.linkId, at: click.at });
        return writeClick(out, writeLeasedVisit(out, offset, leased), click);
      }),
    miss({ request, path, site }, code, reason, entry) {
      spool.recordMiss({
        ...visitorOf(request),
        ...(entry
          ? { linkId: entry.linkId, ownerId: entry.ownerId, domain: entry.domain, revision: entry.revision }
          : { domain: site?.number ?? defaultDomain }),
        host: cut(request.headers.host, limits.hostMax),
        path: cut(path, limits.missPathMax),
        code,
        reason,
      });
    },
    factsOf({ request, query }) {
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
    },
  };
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(",") : header;
}
