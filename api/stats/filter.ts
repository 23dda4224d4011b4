/** Narrows clicks to exact values; absent and null mean any, empty the unknown ones. */
export interface StatsFilter {
  /** ISO 3166-1 alpha-2. */
  readonly country?: string | null | undefined;
  readonly browser?: string | null | undefined;
  readonly os?: string | null | undefined;
  readonly device?: string | null | undefined;
  /** Host. */
  readonly referrer?: string | null | undefined;
}
