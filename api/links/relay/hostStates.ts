import type { EventLog, NewRecord } from "@hoplog/platform/log/port.js";
import { named, sql } from "@hoplog/platform/postgres/sql.js";
import { domainSettingsSchema } from "@hoplog/schema/domains/settings.js";
import { defaultHostsKey, domainKey, encodeDefaultHosts, encodeDomain } from "@hoplog/schema/topics/links/hosts.js";
import { linksV2 } from "@hoplog/schema/topics/topic.js";
import type { ClientBase } from "pg";
import { z } from "zod";
import { isServedSql } from "../domains/domain.ts";

/** SQL for the served domain of each name, or null if none is served. */
const states = (ids: readonly string[] | null) => sql`
  SELECT name, number, ignores_case AS "ignoresCase", settings
  FROM (SELECT DISTINCT name FROM domain WHERE ${ids}::uuid[] IS NULL OR id = ANY (${ids})) AS touched
  LEFT JOIN (SELECT * FROM domain WHERE ${isServedSql}) AS served USING (name)`;

const rowSchema = z.object({
  name: z.string(),
  number: z.int().nullable(),
  ignoresCase: z.boolean().nullable(),
  settings: domainSettingsSchema.nullable(),
});

/** Publishes to redirectors the current state of the given domains; null means all domains. */
export async function publishDomains(
  client: ClientBase,
  log: EventLog,
  domainIds: ReadonlySet<string> | null,
): Promise<void> {
  if (domainIds?.size === 0) return;
  const { rows } = await client.query<Record<string, unknown>>(
    named("relay_domains", states(domainIds && [...domainIds])),
  );
  const records = rows.map((row): NewRecord => {
    const { name, number, ignoresCase, settings } = rowSchema.parse(row);
    const isNamed = number !== null && ignoresCase !== null;
    return { key: domainKey(name), value: isNamed ? encodeDomain({ ...settings, number, ignoresCase }) : null };
  });
  if (records.length > 0) await log.append(linksV2, records);
}

/** Publishes the hosts of the default domain to redirectors. */
export async function publishDefaultHosts(log: EventLog, hosts: readonly string[]): Promise<void> {
  await log.append(linksV2, [{ key: defaultHostsKey, value: encodeDefaultHosts(hosts) }]);
}
