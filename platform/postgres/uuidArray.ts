const uuidType = 2950;
const idBytes = 16;

/**
 * Encodes 16-byte ids as a `uuid[]` parameter in Postgres' binary format: parsing them from text takes Postgres longer
 * than the query itself.
 */
export function uuidArray(ids: Buffer): Buffer {
  const count = ids.length / idBytes;
  const array = Buffer.alloc(20 + count * (4 + idBytes));
  // The number of dimensions, no nulls, the element type, then the length and first index of the dimension.
  for (const [i, value] of [1, 0, uuidType, count, 1].entries()) array.writeInt32BE(value, i * 4);
  for (let i = 0, at = 20; i < count; i++, at += 4 + idBytes) {
    array.writeInt32BE(idBytes, at);
    ids.copy(array, at + 4, i * idBytes, (i + 1) * idBytes);
  }
  return array;
}
