import { Counter, type Registry } from "prom-client";
import type { Clock } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { LinksById } from "../../links/core/linksById.ts";
import { validationError } from "@hoplog/schema/errors.js";
import { authorizeOwn, type Member } from "../../kernel/access/authorize.ts";
import { allOf, type Condition } from "../../clicks/clickhouse/condition.ts";
import { isOfQuarters, quartersInRange } from "../../clicks/counts/quartersInRange.ts";
import { ofLink } from "../../clicks/questions/question.ts";
import { clicksSource, narrowed, type Source, sumsSource } from "../../clicks/questions/source.ts";
import type { TimeRange } from "../../clicks/counts/range.ts";
import { getLink } from "../../links/core/queries.ts";
import { missesOf } from "../misses/question.ts";
import { inScope, type MissScope, scopeOf } from "../misses/scope.ts";

export interface LedgerMetrics {
  /** Number of requested ledgers that did not balance, or whose sums differed from the single clicks. */
  readonly differing: Counter;
}

export function createLedgerMetrics(registry: Registry): LedgerMetrics {
  return {
    differing: new Counter({
      name: "hoplog_api_ledger_mismatches_total",
      help: "Requested ledgers that did not add up to the requests counted by redirectors",
      registers: [registry],
    }),
  };
}

/** Services of this feature for its own routes. */
export interface LedgerOffer {
  readonly ledgerMetrics: LedgerMetrics;
}

/** External dependencies of the ledger. */
export interface LedgerServices extends ClickHouse, LinksById, Reads, Clock {}
export type LedgerCallServices = LedgerServices & LedgerOffer;

/** The requests to account for. */
export interface LedgerQuestion {
  readonly scope: MissScope;
  /** Id of the link; null for the whole account. */
  readonly linkId: string | null;
  /** Whole quarters of an hour, the unit of redirectors' counts. */
  readonly range: TimeRange;
  readonly now: Date;
}

/**
 * Builds the query for the member's workspace, or one of its links. `fields` are the caller's names for the ends of the
 * range. Throws VALIDATION_ERROR, NOT_FOUND_ERROR, AUTHORIZATION_ERROR.
 */
export async function questionOf(
  services: LedgerServices,
  member: Member,
  { linkId, range, fields }: Pick<LedgerQuestion, "linkId" | "range"> & { readonly fields: readonly [string, string] },
): Promise<LedgerQuestion> {
  const ownerId = authorizeOwn(member, "stats:read");
  if (!isOfQuarters(range)) {
    const field = isOfQuarters({ from: range.from, to: null }) ? fields[1] : fields[0];
    throw validationError([{ field, message: "Must be on a quarter hour (:00, :15, :30 or :45)" }]);
  }
  const link = linkId === null ? null : await getLink(services, member, linkId, "stats:read");
  return { scope: await scopeOf(services, ownerId), linkId: link?.id ?? null, range, now: services.now() };
}

function asOfClicks({ scope, linkId, range }: LedgerQuestion) {
  return { ownerId: scope.ownerId, range, filters: linkId === null ? [] : [ofLink(linkId)] };
}

/** Returns the clicks of a query, or of the same query with another range. */
export function clicksOf(question: LedgerQuestion, range = question.range): Source {
  return clicksSource(asOfClicks({ ...question, range }));
}

/** Returns the misses of a query, from `misses_by_owner`. */
export function missedOf({ scope, linkId, range }: LedgerQuestion): Source {
  return narrowed(missesOf({ scope, range, filter: {} }), rowsOfLink(linkId));
}

/** Returns the SQL condition for the redirectors' counts in `request_quarter`. */
export function requestsOf({ scope, linkId, range }: LedgerQuestion): Condition {
  return allOf(inScope(scope), quartersInRange(range), rowsOfLink(linkId));
}

/** Returns the sums that figures and charts are based on. */
export function sumsOf(question: LedgerQuestion): Source {
  return sumsSource(asOfClicks(question));
}

function rowsOfLink(linkId: string | null): Condition | "true" {
  return linkId === null ? "true" : { sql: "link_id = {link: UUID}", params: { link: linkId } };
}
