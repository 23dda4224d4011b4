import { sql } from "@hoplog/platform/postgres/sql.js";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import { isServedSql } from "../../links/domains/domain.ts";
import type { Count, LinkStats, TopValue } from "./linkStats.ts";

/** Returns those of the given hosts that serve short links of this installation. */
export type OwnAmong = (hosts: readonly string[]) => Promise<ReadonlySet<string>>;

/** Recognizes the installation's own short links among referrers. */
export interface OwnReferrers {
  readonly ownAmong: OwnAmong;
}

/** Finds hosts of the default domain and of verified workspace domains. Unverified domains do not count. */
export function ownHostsAmong({ reads }: Reads, ofInstallation: readonly string[]): OwnAmong {
  // Referrers are stored without www.
  const defaults = new Set(ofInstallation.map((host) => host.replace(/^www\./, "")));
  return async (hosts) => {
    const names = hosts.flatMap((host) => [host, `www.${host}`]);
    const rows =
      hosts.length === 0
        ? []
        : await readRows<{ name: string }>(
            reads,
            sql`SELECT name FROM domain WHERE name = ANY (${names}::text[]) AND ${isServedSql}`,
          );
    return new Set([
      ...hosts.filter((host) => defaults.has(host)),
      ...rows.map(({ name }) => name.replace(/^www\./, "")),
    ]);
  };
}

/** Returns the top lists of a link, with this installation's short link hosts marked. */
export async function withOwnReferrers(
  { ownAmong }: OwnReferrers,
  { tops }: LinkStats,
): Promise<Readonly<Record<keyof LinkStats["tops"], readonly TopValue[]>>> {
  const own = await ownAmong([...new Set([...tops.source, ...tops.referrer].map(({ value }) => value))]);
  const marked = (counts: readonly Count[]) => counts.map((count) => ({ ...count, isOwn: own.has(count.value) }));
  return { ...tops, source: marked(tops.source), referrer: marked(tops.referrer) };
}
