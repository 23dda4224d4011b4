import { plainHostname } from "@hoplog/schema/domains/hostname.js";
import { type Entry, pathOf } from "./entry.ts";

/** Finds the entry that lists a URL. */
export interface Matcher {
  readonly size: number;
  /** Null for a URL that is not listed, and for what is none. */
  find(url: string): Entry | null;
}

/** The entries of one host and port: the host itself, and beginnings of paths by their text. */
interface Listed {
  whole: Entry | null;
  readonly paths: Map<string, Entry>;
  /** Of the texts in `paths`, each once. */
  readonly lengths: Set<number>;
}

export interface MatcherBuilder {
  /** An entry that stands there already stays as it is. */
  add(entry: Entry): void;
  readonly matcher: Matcher;
}

/** Where a beginning of a path may end in a longer one. */
const boundaries: ReadonlySet<string> = new Set(["/", "?", "#", "&"]);

/**
 * A host lists itself and its subdomains, a beginning of a URL that host alone. One that names no port lists every port. A
 * path is compared up to a boundary: `/login` lists `/login`, `/login/a`, `/login?a` and `/login#a`, and not `/logins`; one
 * that ends with a boundary itself, such as `/files/`, lists what follows it. However many entries there are, a URL is looked
 * up once for each part of its host and for each length that the entries of its host have.
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

/** Whether a beginning of so many characters may list the path. */
function endsAt(path: string, length: number): boolean {
  if (length >= path.length) return length === path.length;
  return boundaries.has(path.charAt(length)) || boundaries.has(path.charAt(length - 1));
}

/** A list that doesn't change. */
export function createMatcher(entries: Iterable<Entry>): Matcher {
  const { add, matcher } = matcherBuilder();
  for (const entry of entries) add(entry);
  return matcher;
}
