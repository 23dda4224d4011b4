/** A record with a value for each key. */
export function recordOf<K extends string, V>(keys: readonly K[], valueOf: (key: K) => V): Record<K, V> {
  const record: Record<string, V> = Object.fromEntries(keys.map((key) => [key, valueOf(key)]));
  if (!isWhole(record, keys)) throw new TypeError("a record lacks a key");
  return record;
}

function isWhole<K extends string, V>(record: Record<string, V>, keys: readonly K[]): record is Record<K, V> {
  return keys.every((key) => Object.hasOwn(record, key));
}
