import { flagsFor } from "@hoplog/platform/visitor/purpose.js";
import type { RequestFacts } from "../plans/visits.ts";
import type { RequestHead } from "./requestHead.ts";

/** Extracts the properties that plans use from the request head in `bytes`. Valid as long as the head. */
export function factsOf(at: number, address: Uint8Array, bytes: Buffer, head: RequestHead): RequestFacts {
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

/** Flags for the request method, prefetch and client hints: see `clickFlags` and `hintFlags`. */
export function flagsIn({ isHead, purpose, hints }: RequestHead): number {
  return isHead || purpose !== "" ? flagsFor(isHead, purpose) | hints : hints;
}
