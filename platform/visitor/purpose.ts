import type { IncomingHttpHeaders } from "node:http";
import { clickFlags } from "@hoplog/schema/topics/clickBatch/click.js";
import { brandFlags, hintHeaders, platformVersionFlags } from "./clientHints.ts";

/** Returns the flags of a request: HEAD, prefetch and preview, which are answered and recorded, and client hints. */
export function flagsOf(method: string, headers: IncomingHttpHeaders): number {
  const purpose = [headers["sec-purpose"], headers["purpose"], headers["x-purpose"], headers["x-moz"]].join(" ");
  const brands = bytesOf(headers[hintHeaders.brands]);
  const version = bytesOf(headers[hintHeaders.platformVersion]);
  const hints = brandFlags(brands, 0, brands.length) | platformVersionFlags(version, 0, version.length);
  return flagsFor(method === "HEAD", purpose) | hints;
}

function bytesOf(header: string | readonly string[] | undefined): Uint8Array {
  return Buffer.from(String(header ?? ""), "latin1");
}

/** Returns the flags for HEAD, prefetch and preview; `purpose` contains the values of all headers about the purpose. */
export function flagsFor(isHead: boolean, purpose: string): number {
  let flags = isHead ? clickFlags.head : 0;
  if (purpose === "") return flags;
  if (/prefetch|prerender/i.test(purpose)) flags |= clickFlags.prefetch;
  if (/preview/i.test(purpose)) flags |= clickFlags.preview;
  return flags;
}
