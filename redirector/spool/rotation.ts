/** How big and how old a chunk gets before it is closed and shipped. Times in milliseconds, sizes in bytes. */
export interface RotationRules {
  readonly maxRecords: number;
  readonly maxBytes: number;
  /** The first click after a quiet time waits no longer than this. */
  readonly lingerMs: number;
  /** Under load, chunks are closed no more often than this. */
  readonly spacingMs: number;
}

export const defaultRotationRules: RotationRules = {
  maxRecords: 50_000,
  maxBytes: 8 * 1024 * 1024,
  lingerMs: 40,
  spacingMs: 250,
};

export interface ChunkAge {
  readonly records: number;
  readonly bytes: number;
  /** When its first record came. */
  readonly begunAt: number;
  /** When the chunk before it was closed. */
  readonly lastClosedAt: number;
}

export function isFull(chunk: ChunkAge, rules: RotationRules): boolean {
  return chunk.records >= rules.maxRecords || chunk.bytes >= rules.maxBytes;
}

/** How long a chunk with records may still wait, in milliseconds; 0 when it is due. */
export function dueIn(chunk: ChunkAge, rules: RotationRules, now: number): number {
  if (isFull(chunk, rules)) return 0;
  return Math.max(0, chunk.begunAt + rules.lingerMs - now, chunk.lastClosedAt + rules.spacingMs - now);
}
