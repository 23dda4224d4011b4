import { isDeepStrictEqual } from "node:util";

/** `from` and `to` contain only the values that changed; a value missing from one of them has its default there. */
export interface Change<T> {
  readonly from: T;
  readonly to: T;
}

export function applyChange<T extends object>(values: T, { from, to }: Change<T>): T {
  const kept = Object.entries(values).filter(([name]) => !(name in from));
  return { ...Object.fromEntries(kept), ...to };
}

/**
 * Returns the change to the wanted values; null if nothing changes. A wanted null means the default, and absent values
 * stay unchanged.
 */
export function changeOf<T extends object>(
  schema: { readonly parse: (values: unknown) => T },
  values: T,
  wanted: { readonly [K in keyof T]?: T[K] | null },
): Change<T> | null {
  const [before, after] = [new Map(Object.entries(values)), new Map<string, unknown>(Object.entries(wanted))];
  const changed = [...after.keys()].filter(
    (name) => after.get(name) !== undefined && !isDeepStrictEqual(after.get(name) ?? undefined, before.get(name)),
  );
  if (changed.length === 0) return null;
  const end = (all: ReadonlyMap<string, unknown>): T =>
    schema.parse(
      Object.fromEntries(changed.flatMap((name) => ((all.get(name) ?? null) === null ? [] : [[name, all.get(name)]]))),
    );
  return { from: end(before), to: end(after) };
}
