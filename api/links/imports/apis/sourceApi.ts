import { isRecord, withoutSlashes } from "../sources/fields.ts";

/** A question to a source, as far as it is the source's own. */
export interface Question {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As of a form; a GET without one. */
  readonly form?: Readonly<Record<string, string>>;
}

export type LinkRecord = Readonly<Record<string, unknown>>;

export interface SourcePage {
  readonly records: readonly LinkRecord[];
  /** Where to go on; null: that was all. */
  readonly next: string | null;
}

/** Visits that a source counted, all of the same kind. */
export interface SourceVisit {
  /** In ISO 8601, as exactly as the source says it; null: it doesn't. */
  readonly at: string | null;
  readonly visits: number;
  readonly isBot?: boolean;
  /** ISO 3166-1. */
  readonly country?: string;
  readonly referrer?: string;
  readonly userAgent?: string;
}

/** A link whose visits are asked for. */
export interface VisitedLink {
  readonly sourceId: string;
  /** Later ones are left to another import: pages would move while they come. */
  readonly until: Date;
}

/** How the visits of one link are asked for, a page at a time. All of it is pure. */
export interface VisitsApi {
  /** What it says of visits: each by itself, or how many there were on a day. */
  readonly detail: "single" | "days";
  /** Its links say how many visits they have: those with none need not be asked for. */
  readonly isCounted: boolean;
  ask(address: string, key: string, link: VisitedLink, cursor: string | null): Question;
  /** Throws UnexpectedAnswer. */
  read(
    answer: unknown,
    cursor: string | null,
  ): { readonly visits: readonly SourceVisit[]; readonly next: string | null };
}

/** How links of a source are asked for, a page at a time. All of it is pure: a cursor is all that is kept between two pages. */
export interface SourceApi {
  /** Where it is; null for what everybody runs themselves. */
  readonly address: string | null;
  ask(address: string, key: string, cursor: string | null): Question;
  /** Throws UnexpectedAnswer. */
  read(answer: unknown, cursor: string | null, address: string): SourcePage;
  /** Links of a page, where more is asked of each; else as of all sources. */
  readonly recordsMax?: number;
  /** What has to be asked of one link, and the record with its answer. */
  readonly detail?: {
    ask(address: string, key: string, record: LinkRecord): Question | null;
    merge(record: LinkRecord, answer: unknown): LinkRecord;
  };
  /** Absent: it says no more than how many visits a link had. */
  readonly visits?: VisitsApi;
}

/** The answer is not what the source's documentation says: it may be a page of a proxy, and come right at the next try. */
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

/** A text or number as a text; empty for anything else. */
export function textIn(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

/** How many; 0 for what is no number. */
export function countIn(value: unknown): number {
  const count = Number(textIn(value));
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}

/** An address with a path and a query behind it. */
export function urlOf(address: string, path: string, query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(query).toString();
  return `${withoutSlashes(address)}${path}${search === "" ? "" : `?${search}`}`;
}

/** Cursors that walk several lists, one after the other: what is still to be walked, and where in the first one. */
export interface Walk {
  readonly lists: readonly string[];
  readonly at: string | null;
}

export function walkOf(cursor: string): Walk {
  const parsed = requireRecord(JSON.parse(cursor));
  const lists = Array.isArray(parsed["lists"]) ? parsed["lists"].map(textIn) : [];
  return { lists, at: typeof parsed["at"] === "string" ? parsed["at"] : null };
}

/** Goes on in the first list, or begins the next one; null at the end of the last. */
export function walkOn(lists: readonly string[], at: string | null): string | null {
  if (at !== null) return JSON.stringify({ lists, at });
  const [, ...rest] = lists;
  return rest.length === 0 ? null : JSON.stringify({ lists: rest, at: null });
}
