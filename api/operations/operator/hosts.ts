import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { validationError } from "@hoplog/schema/errors.js";
import { authorize } from "../../kernel/access/authorize.ts";
import { rowsOf } from "../../kernel/database/statements.ts";
import { banLink, liftLinkBan } from "./bans.ts";
import { blockEntry, unblockEntry } from "./blocklist.ts";
import type { Operator, OperatorServices } from "./operator.ts";

export interface ChangedHost {
  /** The normalised host, as the blocklist stores it. */
  readonly host: string;
  /** Whether the listing was added or removed. */
  readonly changed: boolean;
  /** Links whose ban was added or lifted. */
  readonly links: number;
}

/**
 * Bans every link to a host or its subdomains, and blocks the host for new links. A link that contains the host only in
 * a rule or split is not banned, but shows the warning page of blocked URLs. Throws VALIDATION_ERROR for an invalid
 * host or reason.
 */
export async function banHost(
  services: OperatorServices,
  by: Operator,
  text: string,
  reason: string,
): Promise<ChangedHost> {
  if (/\/|:\d*$/.test(text.trim()))
    throw validationError([{ field: "host", message: "Provide a host without a path or port" }]);
  const { entry: host, changed } = await blockEntry(services, by, text, reason);
  const ids = await linksTo(services, by, host, "ban_reason IS NULL");
  let links = 0;
  for (const id of ids) if (await banLink(services, by, id, reason)) links++;
  return { host, changed, links };
}

/** Reverts {@link banHost}, and also lifts bans of single links to the host. */
export async function liftHostBan(services: OperatorServices, by: Operator, text: string): Promise<ChangedHost> {
  const { entry: host, changed } = await unblockEntry(services, by, text);
  const ids = await linksTo(services, by, host, "ban_reason IS NOT NULL");
  let links = 0;
  for (const id of ids) if (await liftLinkBan(services, by, id)) links++;
  return { host, changed, links };
}

/** Captures the host of a URL, without user, port and trailing dot. */
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
