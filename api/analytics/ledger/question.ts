import { Counter, type Registry } from "prom-client";
import type { Clock } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { LinksById } from "../../links/core/linksById.ts";
import type { ClickFilter } from "@hoplog/schema/clicks/filters.js";
import { validationError } from "@hoplog/schema/errors.js";
import { authorizeOwn, type Member } from "../../kernel/access/authorize.ts";
import { clicksSource, type Source } from "../account/source.ts";
import { quartersInRange } from "../../clicks/counts/quartersInRange.ts";
import type { TimeRange } from "../../clicks/counts/range.ts";
import { getLink } from "../../links/core/queries.ts";
import { missesOf } from "../misses/question.ts";
import { inScope, type MissScope, scopeOf } from "../misses/scope.ts";
import type { Condition } from "../link/condition.ts";
import { isOfQuarters } from "../link/quarters.ts";

/** What is counted of ledgers. */
export interface LedgerMetrics {
  /** Ledgers that did not add up: some click was lost, or counted twice. */
  readonly differing: Counter;
}

export function createLedgerMetrics(registry: Registry): LedgerMetrics {
  return {
    differing: new Counter({
      name: "hoplog_api_ledger_mismatches_total",
      help: "Ledgers that were asked for and whose parts did not add up to what redirectors had counted",
      registers: [registry],
    }),
  };
}

/** What this feature offers to its own calls. */
export interface LedgerOffer {
  readonly ledgerMetrics: LedgerMetrics;
}

/** All that the ledger takes from outside. */
export interface LedgerServices extends ClickHouse, LinksById, Reads, Clock {}
export type LedgerCallServices = LedgerServices & LedgerOffer;

/** Which requests are accounted for. */
export interface LedgerQuestion {
  readonly scope: MissScope;
  /** Null for all of the account's. */
  readonly linkId: string | null;
  /** Begins and ends with a quarter of an hour: redirectors count by those. */
  readonly range: TimeRange;
  readonly now: Date;
}

/**
 * Of the member's workspace, or of one of its links. `fields` are the names that the caller has for the ends of the range. Throws
 * VALIDATION_ERROR, NOT_FOUND_ERROR, AUTHORIZATION_ERROR.
 */
export async function questionOf(
  services: LedgerServices,
  member: Member,
  { linkId, range, fields }: Pick<LedgerQuestion, "linkId" | "range"> & { readonly fields: readonly [string, string] },
): Promise<LedgerQuestion> {
  const ownerId = authorizeOwn(member, "stats:read");
  if (!isOfQuarters(range)) {
    const field = isOfQuarters({ from: range.from, to: null }) ? fields[1] : fields[0];
    throw validationError([{ field, message: "Must be at a full quarter of an hour" }]);
  }
  const link = linkId === null ? null : await getLink(services, member, linkId, "stats:read");
  return { scope: await scopeOf(services, ownerId), linkId: link?.id ?? null, range, now: services.now() };
}

/** The clicks of a question, or of another range for the same. */
export function clicksOf({ scope, linkId, now, range: asked }: LedgerQuestion, range = asked): Source {
  const filters: ClickFilter[] = linkId === null ? [] : [{ field: "link", op: "is", values: [linkId] }];
  return clicksSource({ ownerId: scope.ownerId, range, tz: "UTC", bots: true, filters, now });
}

/** Those of `misses_by_owner`. */
export function missedOf({ scope, linkId, range, now }: LedgerQuestion): Condition {
  return ofLink(missesOf({ scope, range, tz: "UTC", bots: true, filter: {}, now }), linkId);
}

/** What redirectors have counted, as rows of `request_quarter`. */
export function requestsOf({ scope, linkId, range }: LedgerQuestion): Condition {
  const owned = inScope(scope);
  const quarters = quartersInRange(range);
  return ofLink({ sql: `${owned.sql} AND ${quarters.sql}`, params: { ...owned.params, ...quarters.params } }, linkId);
}

/** The sums that pages and charts read: of `owner_quarter`, or of `link_quarter` for a link. */
export function sumsOf({ scope, linkId, range }: LedgerQuestion): Condition & { readonly table: string } {
  const quarters = quartersInRange(range);
  const condition = {
    sql: `owner_id = {owner: UUID} AND ${quarters.sql}`,
    params: { ...quarters.params, owner: scope.ownerId },
  };
  return { ...ofLink(condition, linkId), table: linkId === null ? "owner_quarter" : "link_quarter" };
}

function ofLink({ sql, params }: Condition, linkId: string | null): Condition {
  return linkId === null
    ? { sql, params }
    : { sql: `${sql} AND link_id = {link: UUID}`, params: { ...params, link: linkId } };
}
