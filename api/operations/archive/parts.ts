import { sql } from "@hoplog/platform/postgres/sql.js";
import { csvLine, type CsvValue } from "@hoplog/schema/csv.js";
import { z } from "zod";
import { listAlarms, listFirings } from "../../reporting/alarms/queries.ts";
import { alarm } from "../../reporting/alarms/entities.ts";
import { authorizeAccount, authorizeOwn, type Member } from "../../kernel/access/authorize.ts";
import type { Clock, ShortUrl } from "../../kernel/calls/capabilities.ts";
import { listClickExports } from "../../integrations/exports/queries.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import { linkTotals } from "../../clicks/counts/linkTotals.ts";
import type { Database } from "../../kernel/database/orm.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import { listDomains } from "../../links/domains/queries.ts";
import { linksPerGroup } from "../../links/groups/queries.ts";
import { destinationsByUrl } from "../../links/core/destinationOfLink.ts";
import { domainsByNumber, numbersOfDomains, shortUrlOf } from "../../links/core/domainOfLink.ts";
import type { LinkQueries } from "../../links/core/queries.ts";
import { type Outlet, outletsOfWorkspace } from "../../accounts/outlets/listed.ts";
import { listReports } from "../../reporting/reports/queries.ts";
import { favouritesAmong } from "../../links/core/organisedLinks.ts";
import { tagsOfLinks } from "../../links/core/tagsOfLink.ts";
import { visitsLeft } from "../../links/core/visitsLeft.ts";
import { listNotes } from "../../analytics/notes/queries.ts";
import { linksPerTag, listTags } from "../../links/tags/queries.ts";
import { listShares } from "../../reporting/shares/queries.ts";
import { listWebhooks } from "../../integrations/webhooks/queries.ts";
import { rowsOf } from "../../kernel/database/statements.ts";
import { linkCsvLine, linkHeading } from "./linkCsvLine.ts";
import { pagesOfGroups, pagesOfLinks } from "./pages.ts";

/** Rows per query. */
const page = 1000;

/** Yields all links with their clicks as CSV with a header line, newest first. */
export async function* linksCsv(services: LinkQueries & ShortUrl, member: Member): AsyncGenerator<string> {
  const [userId, ownerId] = [authorizeAccount(member, "export"), authorizeOwn(member, "export")];
  yield csvLine(linkHeading);
  for await (const links of pagesOfLinks(services, member)) {
    const ids = links.map(({ id }) => id);
    const totals = await linkTotals(services.clickhouse, [ownerId], ids);
    const left = await visitsLeft(services, links);
    const numbers = links.map(({ domain }) => domain);
    const domains = await domainsByNumber(services, ownerId, numbers);
    const tags = await tagsOfLinks(services, ownerId, ids);
    const favourites = await favouritesAmong(services, userId, ids);
    const urls = links.map(({ originalUrl }) => originalUrl);
    const destinations = await destinationsByUrl(services, ownerId, urls);
    for (const [i, link] of links.entries()) {
      const { people, all } = totals.get(link.id) ?? { people: 0, all: 0 };
      yield linkCsvLine(link, {
        shortUrl: shortUrlOf(services, link, domains),
        people,
        all,
        visitsLeft: left[i] ?? null,
        tags: (tags.get(link.id) ?? []).map(({ name }) => name),
        isFavourite: favourites.has(link.id),
        destination: destinations.get(link.originalUrl) ?? null,
      });
    }
  }
}

/** Yields all tags as CSV with a header line, sorted by name. */
export async function* tagsCsv(services: Reads, member: Member): AsyncGenerator<string> {
  authorizeOwn(member, "export");
  const tags = await listTags(services, member);
  const counts = await linksPerTag(
    services,
    member,
    tags.map(({ id }) => id),
  );
  yield csvLine(["id", "name", "colour", "links", "created"]);
  for (const { id, name, colour, createdAt } of tags) {
    yield csvLine([id, name, colour, counts.get(id) ?? 0, createdAt.toISOString()]);
  }
}

/** Yields all groups as CSV with a header line, newest first. */
export async function* groupsCsv(services: Database, member: Member): AsyncGenerator<string> {
  yield csvLine(["id", "name", "links", "created"]);
  for await (const groups of pagesOfGroups(services, member)) {
    const ids = groups.map(({ id }) => id);
    const counts = await linksPerGroup(services, member, ids);
    for (const { id, name, createdAt } of groups)
      yield csvLine([id, name, counts.get(id) ?? 0, createdAt.toISOString()]);
  }
}

/** Yields all notes as CSV with a header line, the latest first. */
export async function* notesCsv(services: Reads, member: Member): AsyncGenerator<string> {
  authorizeOwn(member, "export");
  yield csvLine(["id", "moment", "text", "link id", "written", "updated"]);
  const notes = await listNotes(services, member, { linkIds: null, range: { from: null, to: null } });
  for (const { id, at, text, linkId, createdAt, updatedAt } of notes)
    yield csvLine([id, at.toISOString(), text, linkId, createdAt.toISOString(), updatedAt.toISOString()]);
}

/** Returns the workspace's domains with their settings as JSON. */
export async function domainsJson(services: Parameters<typeof listDomains>[0], member: Member): Promise<string> {
  authorizeOwn(member, "export");
  const domains = await listDomains(services, member);
  const shown = domains.map((domain) => ({ ...domain, number: undefined, revision: undefined }));
  return `${JSON.stringify(shown, null, 2)}\n`;
}

/** Returns the workspace's email reports as JSON. */
export async function reportsJson(services: Reads, member: Member): Promise<string> {
  authorizeOwn(member, "export");
  const reports = await listReports(services, member);
  return `${JSON.stringify(reports, null, 2)}\n`;
}

/** Returns the workspace's alarms and their history as JSON. */
export async function alarmsJson(services: Reads, member: Member): Promise<string> {
  authorizeOwn(member, "export");
  const listed = await alarm.toRest(services, member, await listAlarms(services, member));
  const alarms = listed.map(({ _id: id, etag: _etag, ...shown }) => ({ id, ...shown }));
  return `${JSON.stringify({ alarms, history: await listFirings(services, member) }, null, 2)}\n`;
}

/** Returns the targets of click exports as JSON, without their secrets, which can't be read. */
export async function clickExportsJson(services: Reads, member: Member): Promise<string> {
  authorizeOwn(member, "export");
  const exports = await listClickExports(services, member);
  return `${JSON.stringify(exports, null, 2)}\n`;
}

/** Returns webhooks as JSON, without their secrets, which can't be read. */
export async function webhooksJson(services: Reads & Clock, member: Member): Promise<string> {
  authorizeOwn(member, "export");
  const webhooks = await listWebhooks(services, member);
  return `${JSON.stringify(webhooks, null, 2)}\n`;
}

/** Returns outlets as JSON, with their creators and whether they are paused. */
export async function outletsJson(services: Reads & Clock, member: Member): Promise<string> {
  const ownerId = authorizeOwn(member, "export");
  const outlets = await readRows<Outlet>(services.reads, outletsOfWorkspace(ownerId, services.now()));
  return `${JSON.stringify(outlets, null, 2)}\n`;
}

/** Returns shared pages as JSON, without URLs and passwords, which can't be read. */
export async function sharesJson(services: Reads, member: Member): Promise<string> {
  authorizeOwn(member, "export");
  const shares = await listShares(services, member);
  return `${JSON.stringify(shares, null, 2)}\n`;
}

interface EventRow {
  readonly position: string;
}

/** Replaces the password's id in an event by `hasPassword`, and omits the number of a visit cap. */
function asShown(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("passwordId" in value || "capNumber" in value)) return value;
  const others = Object.entries(value).filter(([name]) => name !== "passwordId" && name !== "capNumber");
  return { ...Object.fromEntries(others), ...("passwordId" in value && { hasPassword: true }) };
}

/** Yields all events of the account, its links, groups, tags and domains as a JSON array, oldest first. */
export async function* eventsJson({ orm }: Database, member: Member): AsyncGenerator<string> {
  const [userId, ownerId] = [authorizeAccount(member, "export"), authorizeOwn(member, "export")];
  let [separator, after] = ["[\n", "0"];
  for (;;) {
    const rows = await rowsOf<EventRow>(
      orm.em.fork(),
      sql`SELECT position::text, stream_type AS stream, stream_id AS id, stream_version AS version, type, data, meta,
         to_char(recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "recordedAt"
       FROM event WHERE position > ${after}::bigint AND (stream_id = ${userId} OR stream_id IN (
         SELECT stream_id FROM event WHERE type IN ('LinkCreated', 'GroupCreated', 'TagCreated', 'DomainAdded')
           AND data ->> 'ownerId' = ${ownerId}::text))
       ORDER BY event.position LIMIT ${page}`,
    );
    for (const { position, ...event } of rows) {
      yield separator + JSON.stringify(event, asShown);
      separator = ",\n";
      after = position;
    }
    if (rows.length < page) break;
  }
  yield separator.startsWith("[") ? "[]\n" : "\n]\n";
}

const clickLines = z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])));

/** Yields all recorded clicks of the account as CSV with a header line. */
export function clicksCsv(services: ClickHouse, member: Member, signal: AbortSignal): AsyncGenerator<string> {
  return recordedCsv(
    services,
    `SELECT * EXCEPT (owner_id, batch_id, visitor, flags) FROM clicks WHERE owner_id = {owner: UUID}
     ORDER BY link_id, at, click_id`,
    member,
    signal,
  );
}

/** Yields all retained misses of the account's links and domains as CSV with a header line. */
export async function* missesCsv(
  services: ClickHouse & Reads,
  member: Member,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const domains = await numbersOfDomains(services, authorizeOwn(member, "export"));
  yield* recordedCsv(
    services,
    `SELECT link_id, at, * EXCEPT (link_id, at, owner_id, batch_id, visitor, flags) FROM misses
     WHERE owner_id = {owner: UUID} OR (owner_id = toUUIDOrZero('') AND domain IN {domains: Array(UInt32)})
     ORDER BY link_id, at`,
    member,
    signal,
    { domains },
  );
}

/** Yields visit counts from other services, imported with the links, as CSV with a header line. */
export function importedVisitsCsv(services: ClickHouse, member: Member, signal: AbortSignal): AsyncGenerator<string> {
  return recordedCsv(
    services,
    `SELECT link_id, * EXCEPT (link_id, owner_id, ordinal) FROM imported_visits FINAL
     WHERE owner_id = {owner: UUID} ORDER BY link_id, ordinal`,
    member,
    signal,
  );
}

/** Yields all leads and sales of the account, each with the data of its click, as CSV with a header line. */
export function conversionsCsv(services: ClickHouse, member: Member, signal: AbortSignal): AsyncGenerator<string> {
  return recordedCsv(
    services,
    `SELECT link_id, * EXCEPT (link_id, owner_id, version, removed) FROM conversions FINAL
     WHERE owner_id = {owner: UUID} AND NOT removed ORDER BY link_id, conversion_id`,
    member,
    signal,
  );
}

async function* recordedCsv(
  { clickhouse }: ClickHouse,
  query: string,
  member: Member,
  signal: AbortSignal,
  more: Readonly<Record<string, unknown>> = {},
): AsyncGenerator<string> {
  const rows = await clickhouse.query({
    query,
    format: "JSONCompactEachRowWithNames",
    query_params: { ...more, owner: authorizeOwn(member, "export") },
    clickhouse_settings: { max_execution_time: 0 },
    abort_signal: signal,
  });
  for await (const some of rows.stream<CsvValue[]>())
    yield clickLines
      .parse(some.map((row) => row.json()))
      .map(csvLine)
      .join("");
}

interface AuditRow {
  readonly id: string;
  readonly cells: readonly string[];
}

/**
 * Yields the audit entries about the account as CSV with a header line: its user's actions, and actions on the account.
 * Operators are anonymous.
 */
export async function* auditCsv({ orm }: Database, member: Member): AsyncGenerator<string> {
  const userId = authorizeAccount(member, "export");
  yield csvLine([
    "at",
    "by",
    "action",
    "resource",
    "resource id",
    "via",
    "credential",
    "session",
    "address",
    "request",
  ]);
  for (let after = "0"; ;) {
    const rows: AuditRow[] = await rowsOf<AuditRow>(
      orm.em.fork(),
      sql`SELECT id::text, ARRAY[to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), actor_kind, action,
         resource_type, resource_id::text, via, credential_kind, coalesce(credential_id::text, ''), coalesce(address, ''),
         coalesce(request_id, '')] AS cells
       FROM audit WHERE id > ${after}::bigint AND (user_id = ${userId} OR resource_id = ${userId}) ORDER BY audit.id LIMIT ${page}`,
    );
    for (const { id, cells } of rows) {
      yield csvLine(cells);
      after = id;
    }
    if (rows.length < page) return;
  }
}
