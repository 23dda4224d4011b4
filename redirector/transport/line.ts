/** Where something stands in a line, until it leaves. */
export interface Place<T> {
  readonly it: T;
  before: Place<T> | null;
  after: Place<T> | null;
}

/** Things in the order in which they joined. */
export interface Line<T> {
  join(it: T): Place<T>;
  /** False if it had left already. */
  leave(place: Place<T>): boolean;
  first(): Place<T> | null;
  /** From the first to the last. What is given may leave, or leave and join again, before the next is asked for. */
  all(): Iterable<T>;
  length(): number;
}

/**
 * For what comes and goes thousands of times a second. A Set or a Map would keep it until the next full collection of garbage: an
 * outgrown table holds what it held and leads to the table after it, so that young ones live as long as the oldest.
 * With a connection for each visit that was a kilobyte of each, which every small collection had to look through.
 */
export function createLine<T>(): Line<T> {
  let first: Place<T> | null = null;
  let last: Place<T> | null = null;
  let length = 0;
  return {
    join(it) {
      const place: Place<T> = { it, before: last, after: null };
      if (last) last.after = place;
      else first = place;
      last = place;
      length++;
      return place;
    },
    leave(place) {
      const { before, after } = place;
      if (!before && first !== place) return false;
      if (before) before.after = after;
      else first = after;
      if (after) after.before = before;
      else last = before;
      // What has left leads nowhere.
      place.before = place.after = null;
      length--;
      return true;
    },
    first: () => first,
    *all() {
      for (let place = first; place;) {
        const { it, after } = place;
        yield it;
        place = after;
      }
    },
    length: () => length,
  };
}
