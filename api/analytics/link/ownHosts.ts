import { readRows, type Reads } from "../../kernel/database/reads.ts";
import { isServedSql } from "../../links/domains/domain.ts";

/** Which of some hosts have short links of this installation. */
export type OwnAmong = (hosts: readonly string[]) => Promise<ReadonlySet<string>>;

/** Finds hosts of the default domain and of workspaces' domains. One that somebody has only claimed is not ours. */
export function ownHostsAmong({ reads }: Reads, ofInstallation: readonly string[]): OwnAmong {
  // Referrers have no www in front.
  const defaults = new Set(ofInstallation.map((host) => host.replace(/^www\./, "")));
  return async (hosts) => {
    const sql = `SELECT name FROM domain WHERE name = ANY (?::text[]) AND ${isServedSql}`;
    const names = hosts.flatMap((host) => [host, `www.${host}`]);
    const rows = hosts.length === 0 ? [] : await readRows<{ name: string }>(reads, sql, [names]);
    return new Set([
      ...hosts.filter((host) => defaults.has(host)),
      ...rows.map(({ name }) => name.replace(/^www\./, "")),
    ]);
  };
}
