const uuidType = 2950;
const idBytes = 16;

/**
 * A parameter of the type `uuid[]` in Postgres' binary form, from ids of 16 bytes each: reading them as texts takes
 * Postgres longer than the query itself.
 */
export function uuidArray(ids: Buffer): Buffer {
  const count = ids.length / idBytes;
  const array = Buffer.alloc(20 + count * (4 + idBytes));
  // Dimensions, no nulls, the type of elements; of the one dimension its length and first index.
  for (const [i, value] of [1, 0, uuidType, count, 1].entries()) array.writeInt32BE(value, i * 4);
  for (let i = 0, at = 20; i < count; i++, at += 4 + idBytes) {
    array.writeInt32BE(idBytes, at);
    ids.copy(array, at + 4, i * idBytes, (i + 1) * idBytes);
  }
  return array;
}
