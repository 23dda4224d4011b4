import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { authorizeExport, type Member, authorizeAccount } from "../../kernel/access/authorize.ts";
import type { Actor } from "../../kernel/calls/actor.ts";
import { listApiKeys } from "../../integrations/apiKeys/queries.ts";
import { readRules } from "../../analytics/bots/rules/commands.ts";
import { readRetention } from "../../analytics/retention/queries.ts";
import { listSessions } from "../../accounts/identity/openSessions.ts";
import { getProfile } from "../../accounts/identity/queries.ts";
import { listImports } from "../../links/imports/queries.ts";
import { listJobs } from "../../links/jobs/queries.ts";
import { type SavedTextKind, listSavedTexts } from "../../links/views/savedTexts.ts";
import { presetKinds } from "../../links/views/kinds.ts";
import { savedQueries } from "../../integrations/sql/console/savedQueries.ts";
import { readUtmRules } from "../../links/campaigns/rules.ts";
import { linksJsonl } from "./linksJsonl.ts";
import {
  alarmsJson,
  auditCsv,
  clickExportsJson,
  clicksCsv,
  domainsJson,
  eventsJson,
  groupsCsv,
  linksCsv,
  importedVisitsCsv,
  conversionsCsv,
  missesCsv,
  notesCsv,
  outletsJson,
  reportsJson,
  sharesJson,
  tagsCsv,
  webhooksJson,
} from "./parts.ts";
import { webhookMessagesJsonl } from "./webhookMessagesJsonl.ts";
import type { Clock, Ids, ShortUrl } from "../../kernel/calls/capabilities.ts";
import type { DomainChecks } from "../../links/domains/services.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { TokenServices } from "../../accounts/identity/authenticate.ts";
import type { WatchedSessions } from "../../accounts/identity/watchSession.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import type { LinkQueries } from "../../links/core/queries.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";

type ArchiveServices = LinkQueries & DomainChecks & ShortUrl & Clock;

/** External dependencies of the data export. */
export type ExportServices = ArchiveServices & Events & Ids & LimitsOf<"export"> & TokenServices & WatchedSessions;

/**
 * Streams all of an account's data as a zip, without holding it in memory. If a database fails, the stream ends with an
 * error. Throws AUTHENTICATION_ERROR for a deleted account.
 */
export async function exportArchive(services: ArchiveServices, actor: Actor): Promise<Readable> {
  const member = authorizeExport(actor);
  const account = await getProfile(services, member);
  const sessions = await listSessions(services, { ...member, credential: actor.credential });
  const domains = await domainsJson(services, member);
  const reports = await reportsJson(services, member);
  const alarms = await alarmsJson(services, member);
  const exports = await clickExportsJson(services, member);
  const webhooks = await webhooksJson(services, member);
  const shares = await sharesJson(services, member);
  const outlets = await outletsJson(services, member);
  const textsOf = async (kind: SavedTextKind) =>
    (await listSavedTexts(kind, services, member)).map(({ etag: _etag, ...text }) => text);
  const queries = await textsOf(savedQueries);
  const views = await textsOf(presetKinds.view);
  const utm = {
    rules: await readUtmRules(services, member),
    templates: await textsOf(presetKinds.utmTemplate),
  };
  const qrDesigns = await textsOf(presetKinds.qrDesign);
  const botRules = await readRules(services, member);
  const ownLimits = await limitsOfAccount(services, member);
  const apiKeys = await listApiKeys(services, member);
  const jobs = await listJobs(services, member);
  const imports = await listImports(services, member);
  const retention = await readRetention(services, member);
  const zip = new ZipFile();
  const archive = new Readable().wrap(zip.outputStream);
  const leaving = new AbortController();
  archive.once("close", () => leaving.abort());
  const fail = (error: unknown): void =>
    void archive.destroy(error instanceof Error ? error : new Error(String(error)));

  const mtime = services.now();
  zip.on("error", fail);
  zip.addBuffer(Buffer.from(`${JSON.stringify(account, null, 2)}\n`), "account.json", { mtime });
  const add = (name: string, open: () => Readable): void =>
    zip.addReadStreamLazy(name, { mtime }, (give) => {
      Promise.resolve()
        .then(open)
        .then((stream) => {
          stream.once("error", fail);
          give(null, stream);
        }, fail);
    });
  zip.addBuffer(Buffer.from(`${JSON.stringify(sessions, null, 2)}\n`), "sessions.json", { mtime });
  zip.addBuffer(Buffer.from(domains), "domains.json", { mtime });
  zip.addBuffer(Buffer.from(reports), "reports.json", { mtime });
  zip.addBuffer(Buffer.from(alarms), "alarms.json", { mtime });
  zip.addBuffer(Buffer.from(exports), "exports.json", { mtime });
  zip.addBuffer(Buffer.from(webhooks), "webhooks.json", { mtime });
  zip.addBuffer(Buffer.from(shares), "shares.json", { mtime });
  zip.addBuffer(Buffer.from(outlets), "outlets.json", { mtime });
  zip.addBuffer(Buffer.from(`${JSON.stringify(queries, null, 2)}\n`), "queries.json", { mtime });
  zip.addBuffer(Buffer.from(`${JSON.stringify(views, null, 2)}\n`), "views.json", { mtime });
  zip.addBuffer(Buffer.from(`${JSON.stringify(qrDesigns, null, 2)}\n`), "qr-designs.json", { mtime });
  zip.addBuffer(Buffer.from(`${JSON.stringify(utm, null, 2)}\n`), "campaign-parameters.json", { mtime });
  zip.addBuffer(Buffer.from(`${JSON.stringify(botRules, null, 2)}\n`), "bot-rules.json", { mtime });
  zip.addBuffer(Buffer.from(`${JSON.stringify(retention, null, 2)}\n`), "click-retention.json", { mtime });
  zip.addBuffer(Buffer.from(`${JSON.stringify(jobs, null, 2)}\n`), "link-jobs.json", { mtime });
  zip.addBuffer(Buffer.from(`${JSON.stringify(ownLimits, null, 2)}\n`), "limits.json", { mtime });
  zip.addBuffer(Buffer.from(`${JSON.stringify(apiKeys, null, 2)}\n`), "api-keys.json", { mtime });
  zip.addBuffer(Buffer.from(`${JSON.stringify(imports, null, 2)}\n`), "imports.json", { mtime });
  add("links.jsonl", () => Readable.from(linksJsonl(services, member)));
  add("links.csv", () => Readable.from(linksCsv(services, member)));
  add("groups.csv", () => Readable.from(groupsCsv(services, member)));
  add("tags.csv", () => Readable.from(tagsCsv(services, member)));
  add("notes.csv", () => Readable.from(notesCsv(services, member)));
  add("webhook-messages.jsonl", () => Readable.from(webhookMessagesJsonl(services, member)));
  add("events.json", () => Readable.from(eventsJson(services, member)));
  add("audit.csv", () => Readable.from(auditCsv(services, member)));
  add("clicks.csv", () => Readable.from(clicksCsv(services, member, leaving.signal)));
  add("misses.csv", () => Readable.from(missesCsv(services, member, leaving.signal)));
  add("imported-visits.csv", () => Readable.from(importedVisitsCsv(services, member, leaving.signal)));
  add("conversions.csv", () => Readable.from(conversionsCsv(services, member, leaving.signal)));
  zip.end();
  return archive;
}

interface SetLimit {
  readonly limit: string;
  readonly points: number;
  readonly seconds: number;
  readonly setAt: Date;
}

/** Reads the limits that operators have set for the account. */
async function limitsOfAccount({ reads }: Reads, member: Member): Promise<SetLimit[]> {
  const userId = authorizeAccount(member, "export");

  return readRows<SetLimit>(
    reads,
    sql`SELECT name AS limit, points, seconds, set_at AS "setAt" FROM account_limit WHERE user_id = ${userId} ORDER BY name`,
  );
}
