/** A migration that creates all tables of a scope as one commit left them. */
export interface Base {
  readonly name: string;
  /** Name of the last migration that the base replaces. */
  readonly replaces: string;
}

/** The last commit before the bases; it migrates older data to the version that the bases create. */
export const lastBeforeBases = "6dbd9b43";

/** The base of each scope. */
export const bases = {
  api: { name: "0048_base", replaces: "0048_destinations_by_workspace" },
  bus: { name: "0002_base", replaces: "0002_bus_uncompressed" },
  clickhouse: { name: "0023_base", replaces: "0023_months_in_one_part" },
  ingest: { name: "0004_base", replaces: "0004_rules_of_deliveries" },
  log: { name: "0002_base", replaces: "0002_compressed" },
} as const satisfies Record<string, Base>;

/** Returns the base of a scope; undefined if it has none. */
export function baseOf(scope: string): Base | undefined {
  return Object.entries(bases).find(([name]) => name === scope)?.[1];
}
