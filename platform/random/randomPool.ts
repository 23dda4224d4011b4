import { randomFillSync } from "node:crypto";

const poolSize = 8192;

/**
 * Returns a generator of cryptographically random bytes from a pool, because asking the system for a few bytes each
 * time costs a system call. Returned bytes are not retained.
 */
export function createRandomPool(fill: (pool: Uint8Array) => void = randomFillSync): (size: number) => Uint8Array {
  const pool = new Uint8Array(poolSize);
  let used = poolSize;
  return (size) => {
    if (size > poolSize) {
      const bytes = new Uint8Array(size);
      fill(bytes);
      return bytes;
    }
    if (used + size > poolSize) {
      fill(pool);
      used = 0;
    }
    const bytes = pool.slice(used, used + size);
    pool.fill(0, used, used + size);
    used += size;
    return bytes;
  };
}
