import { useCallback, useEffect, useMemo, useRef, useState } from "react";

/** Selection among the listed items; items that leave the list are deselected. */
export function useSelection<Thing extends { id: string }>(shown: readonly Thing[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selected = useMemo(() => shown.filter((thing) => ids.has(thing.id)), [shown, ids]);
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  }, [shown]);
  /** The item that was toggled last, at which a range begins. */
  const anchor = useRef<string | null>(null);

  return {
    selected,
    has: useCallback((id: string) => ids.has(id), [ids]),
    /** `toHere` selects the range from the last toggled item to this one. */
    toggle: useCallback((thing: Thing, toHere = false) => {
      const range = toHere ? between(latest.current, anchor.current, thing.id) : [];
      anchor.current = thing.id;
      setIds((before) => {
        const next = new Set(before);
        if (range.length > 0) for (const id of range) next.add(id);
        else if (!next.delete(thing.id)) next.add(thing.id);
        return next;
      });
    }, []),
    all: () => setIds(new Set(shown.map((thing) => thing.id))),
    clear: useCallback(() => setIds(new Set()), []),
  };
}

/** Returns the ids between two items, in either direction; empty if one of them isn't listed. */
function between(shown: readonly { id: string }[], from: string | null, to: string): string[] {
  const ends = [from, to].map((id) => shown.findIndex((thing) => thing.id === id)).toSorted((a, b) => a - b);
  const [first = -1, last = -1] = ends;
  return first < 0 ? [] : shown.slice(first, last + 1).map(({ id }) => id);
}
