import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { validationError } from "@hoplog/schema/errors.js";
import { authorize } from "../../kernel/access/authorize.ts";
import { rowsOf } from "../../kernel/database/statements.ts";
import { banLink, liftLinkBan } from "./bans.ts";
import { blockEntry, unblockEntry } from "./blocklist.ts";
import type { Operator, OperatorServices } from "./operator.ts";

export interface ChangedHost {
  /** As it is listed. */
  readonly host: string;
  /** Whether that it is listed is new, or over. */
  readonly changed: boolean;
  /** Links that were banned, or whose ban was lifted. */
  readonly links: number;
}

/**
 * Bans every link that leads to a host, or to one below it, and lists the host, so that no new one can. What leads there by a
 * rule or a split alone shows the warning of listed pages. Throws VALIDATION_ERROR for what is no host, and for the reason.
 */
export async function banHost(
  services: OperatorServices,
  by: Operator,
  text: string,
  reason: string,
): Promise<ChangedHost> {
  if (/\/|:\d*$/.test(text.trim()))
    throw validationError([{ field: "host", message: "Give a host without a path or port" }]);
  const { entry: host, changed } = await blockEntry(services, by, text, reason);
  const ids = await linksTo(services, by, host, "ban_reason IS NULL");
  let links = 0;
  for (const id of ids) if (await banLink(services, by, id, reason)) links++;
  return { host, changed, links };
}

/** Takes all of that back, and the bans of links that lead there too which were banned by themselves. */
export async function liftHostBan(services: OperatorServices, by: Operator, text: string): Promise<ChangedHost> {
  const { entry: host, changed } = await unblockEntry(services, by, text);
  const ids = await linksTo(services, by, host, "ban_reason IS NOT NULL");
  let links = 0;
  for (const id of ids) if (await liftLinkBan(services, by, id)) links++;
  return { host, changed, links };
}

/** What stands between the scheme and the path, without a user, a port, and the dot at its end that means the same. */
const hostPattern = "^[a-zA-Z]+://(?:[^/?#]*@)?([^/?#:]*[^/?#:.])";

async function linksTo({ orm }: OperatorServices, by: Operator, host: string, condition: string): Promise<string[]> {
  authorize(by, "links:ban", { type: "installation" });
  const rows = await rowsOf<{ id: string }>(
    orm.em.fork(),
    sql`SELECT id FROM (SELECT id, lower(substring(original_url FROM ${hostPattern})) AS host FROM link
      WHERE ${raw(condition)}) AS led
     WHERE host = ${host} OR right(host, length(${`.${host}`})) = ${`.${host}`}`,
  );
  return rows.map(({ id }) => id);
}
