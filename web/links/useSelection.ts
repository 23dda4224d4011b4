import { useCallback, useMemo, useState } from "react";

/** Which of the shown things are selected; what leaves the list leaves the selection. */
export function useSelection<Thing extends { id: string }>(shown: readonly Thing[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selected = useMemo(() => shown.filter((thing) => ids.has(thing.id)), [shown, ids]);
  return {
    selected,
    has: (id: string) => ids.has(id),
    toggle: useCallback(
      (thing: Thing) =>
        setIds((before) => {
          const next = new Set(before);
          if (!next.delete(thing.id)) next.add(thing.id);
          return next;
        }),
      [],
    ),
    all: () => setIds(new Set(shown.map((thing) => thing.id))),
    clear: useCallback(() => setIds(new Set()), []),
  };
}
