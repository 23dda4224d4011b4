import { isRecord, withoutSlashes } from "../sources/fields.ts";

/** A request to a source. */
export interface Question {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A form body to POST; without one the request is a GET. */
  readonly form?: Readonly<Record<string, string>>;
}

export type LinkRecord = Readonly<Record<string, unknown>>;

export interface SourcePage {
  readonly records: readonly LinkRecord[];
  /** The next cursor; null after the last page. */
  readonly next: string | null;
}

/** Equal visits counted by a source. */
export interface SourceVisit {
  /** Time in ISO 8601, in the precision of the source; null if unknown. */
  readonly at: string | null;
  readonly visits: number;
  readonly isBot?: boolean;
  /** ISO 3166-1. */
  readonly country?: string;
  readonly referrer?: string;
  readonly userAgent?: string;
}

/** A link whose visits are requested. */
export interface VisitedLink {
  readonly sourceId: string;
  /** End of the requested visits: newer ones would shift the pages, and need another import. */
  readonly until: Date;
}

/** Requests the visits of one link, page by page. All functions are pure. */
export interface VisitsApi {
  /** Whether the source lists single visits, or counts per day. */
  readonly detail: "single" | "days";
  /** Whether links include their number of visits: those without visits need no request. */
  readonly isCounted: boolean;
  ask(address: string, key: string, link: VisitedLink, cursor: string | null): Question;
  /** Throws UnexpectedAnswer. */
  read(
    answer: unknown,
    cursor: string | null,
  ): { readonly visits: readonly SourceVisit[]; readonly next: string | null };
}

/**
 * Requests the links of a source, page by page. All functions are pure: the cursor is the only state between two pages.
 */
export interface SourceApi {
  /** The URL of the service; null if it is self-hosted. */
  readonly address: string | null;
  ask(address: string, key: string, cursor: string | null): Question;
  /** Throws UnexpectedAnswer. */
  read(answer: unknown, cursor: string | null, address: string): SourcePage;
  /** Maximum number of links per page, if each needs a further request; otherwise the default of all sources. */
  readonly recordsMax?: number;
  /** The further request for one link, and the record merged with its answer. */
  readonly detail?: {
    ask(address: string, key: string, record: LinkRecord): Question | null;
    merge(record: LinkRecord, answer: unknown): LinkRecord;
  };
  /** Absent if only the number of visits of a link is available. */
  readonly visits?: VisitsApi;
}

/** A response that contradicts the source's documentation. A proxy may have sent it, so a retry may succeed. */
export class UnexpectedAnswer extends Error {}

export function requireList(value: unknown): readonly LinkRecord[] {
  if (!Array.isArray(value)) throw new UnexpectedAnswer();
  return value.map((one) => {
    if (!isRecord(one)) throw new UnexpectedAnswer();
    return one;
  });
}

export function requireRecord(value: unknown): LinkRecord {
  if (!isRecord(value)) throw new UnexpectedAnswer();
  return value;
}

/** Converts a string or number to a string; empty for anything else. */
export function textIn(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

/** Converts a value to a positive integer; 0 if it is none. */
export function countIn(value: unknown): number {
  const count = Number(textIn(value));
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}

/** Builds a URL from a base, a path and a query. */
export function urlOf(address: string, path: string, query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(query).toString();
  return `${withoutSlashes(address)}${path}${search === "" ? "" : `?${search}`}`;
}

/** A cursor over several lists that are read in turn: the remaining lists, and the position in the first of them. */
export interface Walk {
  readonly lists: readonly string[];
  readonly at: string | null;
}

export function walkOf(cursor: string): Walk {
  const parsed = requireRecord(JSON.parse(cursor));
  const lists = Array.isArray(parsed["lists"]) ? parsed["lists"].map(textIn) : [];
  return { lists, at: typeof parsed["at"] === "string" ? parsed["at"] : null };
}

/**
 * Returns the cursor for position `at` in the first list, or, if `at` is null, for the next list; null after the last
 * list.
 */
export function walkOn(lists: readonly string[], at: string | null): string | null {
  if (at !== null) return JSON.stringify({ lists, at });
  const [, ...rest] = lists;
  return rest.length === 0 ? null : JSON.stringify({ lists: rest, at: null });
}
