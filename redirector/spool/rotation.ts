/** Size and age at which a chunk is closed and shipped. Times in milliseconds, sizes in bytes. */
export interface RotationRules {
  readonly maxRecords: number;
  readonly maxBytes: number;
  /** Maximum delay of the first click after a quiet period. */
  readonly lingerMs: number;
  /** Minimum time between closing two chunks, except full ones, which are closed at once. */
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
  /** Time of the chunk's first record. */
  readonly begunAt: number;
  /** Time at which the previous chunk was closed. */
  readonly lastClosedAt: number;
}

export function isFull(chunk: ChunkAge, rules: RotationRules): boolean {
  return chunk.records >= rules.maxRecords || chunk.bytes >= rules.maxBytes;
}

/** Returns the milliseconds until a non-empty chunk is due; 0 if it is due now. */
export function dueIn(chunk: ChunkAge, rules: RotationRules, now: number): number {
  if (isFull(chunk, rules)) return 0;
  return Math.max(0, chunk.begunAt + rules.lingerMs - now, chunk.lastClosedAt + rules.spacingMs - now);
}
