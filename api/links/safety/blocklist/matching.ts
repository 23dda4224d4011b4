import { plainHostname } from "@hoplog/schema/domains/hostname.js";
import { type Entry, pathOf } from "./entry.ts";

/** Finds the entry that lists a URL. */
export interface Matcher {
  readonly size: number;
  /** Returns the entry that lists a URL; null if none does, or if the URL is invalid. */
  find(url: string): Entry | null;
}

/** The entries of one host and port: an entry for the whole host, and path prefixes by text. */
interface Listed {
  whole: Entry | null;
  readonly paths: Map<string, Entry>;
  /** The distinct lengths of the texts in `paths`. */
  readonly lengths: Set<number>;
}

export interface MatcherBuilder {
  /** Adds an entry unless the same one exists. */
  add(entry: Entry): void;
  readonly matcher: Matcher;
}

/** Characters at which a path prefix may end within a longer path. */
const boundaries: ReadonlySet<string> = new Set(["/", "?", "#", "&"]);

/**
 * Builds a matcher. An entry for a host lists the host and its subdomains, a URL prefix only that host. An entry
 * without a port lists every port. A path is compared up to a boundary: `/login` lists `/login`, `/login/a`, `/login?a`
 * and `/login#a`, but not `/logins`; one that ends with a boundary itself, such as `/files/`, lists what follows it.
 * Whatever the number of entries, a URL is looked up once for each part of its host and for each distinct length of its
 * host's entries.
 */
export function matcherBuilder(): MatcherBuilder {
  const hosts = new Map<string, Listed>();
  let size = 0;

  function listedAt(host: string, port: string, path: string): Entry | null {
    const places = port === "" ? [host] : [host, `${host}:${port}`];
    for (const place of places) {
      const listed = hosts.get(place);
      if (!listed) continue;
      if (listed.whole) return listed.whole;
      for (const length of listed.lengths) {
        if (!endsAt(path, length)) continue;
        const entry = listed.paths.get(path.slice(0, length));
        if (entry) return entry;
      }
    }
    return null;
  }

  function parentListed(host: string, port: string): Entry | null {
    for (let dot = host.indexOf("."); dot >= 0; dot = host.indexOf(".", dot + 1)) {
      const parent = host.slice(dot + 1);
      const entry = hosts.get(parent)?.whole ?? (port === "" ? null : hosts.get(`${parent}:${port}`)?.whole);
      if (entry) return entry;
    }
    return null;
  }

  return {
    add(added) {
      const slash = added.entry.search(/[/?#]/);
      const place = slash < 0 ? added.entry : added.entry.slice(0, slash);
      let listed = hosts.get(place);
      if (!listed) {
        listed = { whole: null, paths: new Map(), lengths: new Set() };
        hosts.set(place, listed);
      }
      if (slash < 0) {
        if (listed.whole) return;
        listed.whole = added;
      } else {
        const path = added.entry.slice(slash);
        if (listed.paths.has(path)) return;
        listed.paths.set(path, added);
        listed.lengths.add(path.length);
      }
      size++;
    },
    matcher: {
      get size() {
        return size;
      },
      find(text) {
        if (size === 0) return null;
        const url = URL.parse(text);
        if (!url) return null;
        const host = plainHostname(url);
        return listedAt(host, url.port, pathOf(url)) ?? parentListed(host, url.port);
      },
    },
  };
}

/** Whether a prefix of this length may list the path. */
function endsAt(path: string, length: number): boolean {
  if (length >= path.length) return length === path.length;
  return boundaries.has(path.charAt(length)) || boundaries.has(path.charAt(length - 1));
}

/** Creates a matcher for a fixed list. */
export function createMatcher(entries: Iterable<Entry>): Matcher {
  const { add, matcher } = matcherBuilder();
  for (const entry of entries) add(entry);
  return matcher;
}
