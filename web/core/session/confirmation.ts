/** Lets calls wait until the user has confirmed the session. */
export interface Confirmation {
  /** Resolves with whether the user has confirmed. Concurrent calls share one confirmation. */
  ask(): Promise<boolean>;
  answer(isConfirmed: boolean): void;
  /** Returns whether a confirmation is pending; for `useSyncExternalStore`. */
  isPending(): boolean;
  subscribe(onChange: () => void): () => void;
}

export function createConfirmation(): Confirmation {
  const watchers = new Set<() => void>();
  let asked: PromiseWithResolvers<boolean> | null = null;

  function change(to: typeof asked): void {
    asked = to;
    for (const onChange of watchers) onChange();
  }

  return {
    ask() {
      if (asked === null) change(Promise.withResolvers<boolean>());
      return asked?.promise ?? Promise.resolve(false);
    },
    answer(isConfirmed) {
      asked?.resolve(isConfirmed);
      change(null);
    },
    isPending: () => asked !== null,
    subscribe(onChange) {
      watchers.add(onChange);
      return () => watchers.delete(onChange);
    },
  };
}

export const confirmation = createConfirmation();
