import type { HopId } from "@hoplog/schema/conversions/hopId.js";
import type { MissReason } from "@hoplog/schema/topics/clickBatch/click.js";
import { domainAt, idsAt, revisionAt } from "@hoplog/schema/topics/links/record.js";
import { clientAddress, type IsTrusted } from "@hoplog/platform/visitor/address.js";
import type { FoundLink } from "../replica/knownLinks.ts";
import { type LeasedVisit, type VisitedLink, writeLeasedVisit, writeMissedVisit, writeVisit } from "../spool/record.ts";
import type { Spool, Written } from "../spool/spool.ts";
import type { Connection } from "./connection.ts";
import type { RequestHead } from "./requestHead.ts";
import { flagsIn } from "./visitFacts.ts";

export interface RecordingSettings {
  readonly spool: Spool;
  readonly isTrusted: IsTrusted;
  readonly addressBytes: (address: string) => Uint8Array;
}

const noLink: VisitedLink = { ids: new Uint8Array(0), idsStart: 0, domain: 0, revision: 0, rule: 0, arm: 0 };

/**
 * Creates a recorder that writes requests to the spool's frame; their heads are in `bytes`. `at` is in milliseconds.
 */
export function createRecording({ spool, isTrusted, addressBytes }: RecordingSettings) {
  /** The object is reused for all requests, because there are thousands per second. */
  const visited: { -readonly [K in keyof VisitedLink]: VisitedLink[K] } = { ...noLink };

  function visitedLink({ bytes, start }: FoundLink, rule: number, arm: number): VisitedLink {
    visited.ids = bytes;
    visited.idsStart = start + idsAt;
    visited.domain = bytes.readUInt32LE(start + domainAt);
    visited.revision = bytes.readUInt32LE(start + revisionAt);
    visited.rule = rule;
    visited.arm = arm;
    return visited;
  }

  /** Returns the peer's address or, from a trusted proxy, the address in X-Forwarded-For. */
  function addressOf(connection: Connection, bytes: Buffer, head: RequestHead): Uint8Array {
    if (!connection.isProxy || head.forwardedStart === 0) return connection.address;
    const forwarded = bytes.toString("latin1", head.forwardedStart, head.forwardedEnd);
    return addressBytes(clientAddress(connection.peer, forwarded, isTrusted));
  }

  return {
    addressOf,
    /** Records a click; `rule` and `arm` are the numbers of the rule and arm that chose the destination, 0 for none. */
    visit(
      connection: Connection,
      bytes: Buffer,
      head: RequestHead,
      at: number,
      link: FoundLink,
      rule: number,
      arm: number,
    ): void {
      const address = addressOf(connection, bytes, head);
      const offset = spool.beginRecord();
      const visit = visitedLink(link, rule, arm);
      spool.endRecord(writeVisit(spool.frame, offset, at, flagsIn(head), visit, address, bytes, head));
    },
    /** Returns the ids and time of the next recorded click, for passing to its destination. */
    nextClick: ({ bytes, start }: FoundLink, at: number): HopId => ({
      clickId: spool.nextClickId(),
      linkId: bytes.subarray(start + idsAt, start + idsAt + 16),
      at,
    }),
    /**
     * Writes a click immediately, together with the visit of the cap that it uses; calls `onBegun` before it is
     * written.
     */
    countedVisit(
      connection: Connection,
      bytes: Buffer,
      head: RequestHead,
      at: number,
      link: FoundLink,
      { rule, arm }: { readonly rule: number; readonly arm: number },
      leased: LeasedVisit,
      onBegun: () => void,
    ): Written {
      const address = addressOf(connection, bytes, head);
      const visit = visitedLink(link, rule, arm);
      return spool.recordImmediately((out, offset) => {
        onBegun();
        return writeVisit(out, writeLeasedVisit(out, offset, leased), at, flagsIn(head), visit, address, bytes, head);
      });
    },
    miss(
      connection: Connection,
      bytes: Buffer,
      head: RequestHead,
      at: number,
      code: string,
      reason: MissReason,
      link: FoundLink | null,
    ): void {
      const address = addressOf(connection, bytes, head);
      const offset = spool.beginRecord();
      const missed = link && visitedLink(link, 0, 0);
      spool.endMiss(
        writeMissedVisit(spool.frame, offset, at, flagsIn(head), reason, missed, address, code, bytes, head),
      );
    },
  };
}
