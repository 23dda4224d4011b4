import { legacyHookDecode } from "@exodus/bytes/encoding.js";
import { limits } from "@hoplog/schema/limits.js";
import htmlEncodingSniffer from "html-encoding-sniffer";
import { cleanText } from "./cleanText.ts";
import { createHeadReader, type PageHead } from "./readHead.ts";

/** The metadata of a destination's page. */
export interface PageFacts {
  readonly title: string | null;
  readonly description: string | null;
  /** Candidate URLs of the page's icon, most likely first. */
  readonly iconUrls: readonly string[];
  readonly pictureUrl: string | null;
}

export const noFacts: PageFacts = { title: null, description: null, iconUrls: [], pictureUrl: null };

const htmlTypes: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml"]);

/** Whether a `Content-Type` header means that the response is a page. */
export function isPage(contentType: string | undefined): boolean {
  return htmlTypes.has((contentType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "");
}

/**
 * Returns a function that detects the end of a page's head. Tags are ASCII in almost any encoding, so the encoding need
 * not be known.
 */
export function createHeadEnd(): (piece: Uint8Array) => boolean {
  const reader = createHeadReader();
  return (piece) => {
    reader.push(Buffer.from(piece).toString("latin1"));
    return reader.isOver();
  };
}

interface Page {
  readonly url: string;
  readonly contentType: string | undefined;
  readonly body: Uint8Array;
}

/** Reads the head of a page in the same encoding as browsers. */
export function readPage({ url, contentType, body }: Page): PageFacts {
  const reader = createHeadReader();
  reader.push(legacyHookDecode(body, encodingOf(body, contentType)));
  const head = reader.head();
  return {
    title: cleanText(head.title ?? "", limits.destinationTitleMax),
    description: cleanText(head.description ?? "", limits.destinationDescriptionMax),
    iconUrls: iconsOf(head, url),
    pictureUrl: head.picture === null ? null : resolved(head.picture, baseOf(head, url)),
  };
}

/** Detects the encoding by BOM, header, or the first kilobyte. An undeclared one is UTF-8 if valid, as in Chrome. */
function encodingOf(body: Uint8Array, contentType = ""): string {
  const label = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1];
  const sniff = (defaultEncoding: string) =>
    htmlEncodingSniffer(body, { ...(label !== undefined && { transportLayerEncodingLabel: label }), defaultEncoding });
  const isDeclared = sniff("UTF-8") === sniff("windows-1252");
  return isDeclared || !isUtf8(body) ? sniff("windows-1252") : "UTF-8";
}

/** Whether the body is UTF-8; it may end within a character. */
function isUtf8(body: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(body, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Returns icon URLs: supported ones in order of preference, and the default location of browsers last. */
function iconsOf(head: PageHead, url: string): string[] {
  const base = baseOf(head, url);
  const shown = head.icons.filter(({ type, href }) => !/svg/.test(type) && !/\.svg([?#]|$)/i.test(href));
  const ordered = [...shown.filter(({ rel }) => rel === "icon"), ...shown.filter(({ rel }) => rel !== "icon")];
  const urls = [...ordered.map(({ href }) => resolved(href, base)), resolved("/favicon.ico", url)];
  return [...new Set(urls.filter((one) => one !== null))].slice(0, limits.destinationIconTries);
}

function baseOf({ base }: PageHead, url: string): string {
  return (base === null ? null : resolved(base, url)) ?? url;
}

/** Resolves a URL; null if it is too long, or no http or https URL. */
function resolved(href: string, base: string): string | null {
  if (!URL.canParse(href.trim(), base)) return null;
  const { protocol, href: url } = new URL(href.trim(), base);
  return (protocol === "https:" || protocol === "http:") && url.length <= limits.originalUrlBytesMax ? url : null;
}
