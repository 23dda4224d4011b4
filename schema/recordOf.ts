/** Creates a record with a value for each key. */
export function recordOf<K extends string, V>(keys: readonly K[], valueOf: (key: K) => V): Record<K, V> {
  return recordBy(keys, (key) => key, valueOf);
}

/** Creates a record with a value for each item. */
export function recordBy<Item, K extends string, V>(
  items: readonly Item[],
  keyOf: (item: Item) => K,
  valueOf: (item: Item) => V,
): Record<K, V> {
  const record: Record<string, V> = Object.fromEntries(items.map((item) => [keyOf(item), valueOf(item)]));
  if (!isWhole(record, items.map(keyOf))) throw new TypeError("the built record lacks one of its keys");
  return record;
}

function isWhole<K extends string, V>(record: Record<string, V>, keys: readonly K[]): record is Record<K, V> {
  return keys.every((key) => Object.hasOwn(record, key));
}
