import { counted } from "@hoplog/schema/counted.js";
import type { AuditedAction } from "../../kernel/eventstore/audit.ts";
import { listBlocklist } from "./blocklist.ts";
import { theLink, theUser } from "./chosen.ts";
import { allow, type OperatorRun, UsageError, type Values } from "./commandLine.ts";
import { isId } from "./find.ts";
import { listHolders } from "./leases.ts";
import { type AuditEntry, listAudit } from "./listAudit.ts";
import { listMisses } from "./listMisses.ts";
import { operatorOrigin } from "./operator.ts";
import { printable } from "./shown.ts";

type Listed = AuditedAction["resource"];

/** Audit resource of lists that concern no single account or link. */
const installation: Listed = { type: "installation", id: "00000000-0000-0000-0000-000000000000" };

/** A list to show, with the account or link that it concerns, if any. */
interface Shown {
  readonly lines: readonly string[];
  readonly of?: Listed | undefined;
}

/** Shows a list and records that in the audit log. Throws a {@link UsageError}. */
export async function list(run: OperatorRun, what: string, given: Values): Promise<void> {
  const { limit = "100", since } = given;
  if (!/^[1-9]\d{0,4}$/.test(limit)) throw new UsageError("--limit must be a whole number from 1 to 99999.");
  const { action, lines, of = installation } = await shown(run, what, given, Number(limit));
  const { services, operator } = run;
  await services.eventStore.unitOfWork((tx) =>
    services.eventStore.audit(tx, operatorOrigin(services, operator), {
      action,
      resource: of,
      detail: { limit: Number(limit), ...(since !== undefined && { since }) },
    }),
  );
  for (const line of lines) run.out(line);
}

async function shown(
  run: OperatorRun,
  what: string,
  given: Values,
  limit: number,
): Promise<Shown & { readonly action: string }> {
  if (what === "audit") {
    allow(given, ["user", "link", "since", "limit"]);
    return { action: "ListAudit", ...(await auditShown(run, given, limit)) };
  }
  if (what === "misses") {
    allow(given, ["since", "limit"]);
    return { action: "ListMisses", ...(await missesShown(run, given, limit)) };
  }
  allow(given, ["limit"]);
  if (what === "blocklist") return { action: "ListBlocklist", ...(await blocklistShown(run, limit)) };
  if (what === "leases") return { action: "ListLeases", ...(await leasesShown(run, limit)) };
  throw new UsageError("Provide one of audit, blocklist, leases and misses.");
}

async function blocklistShown(run: OperatorRun, limit: number): Promise<Shown> {
  const { entries, own, inFile } = await listBlocklist(run.services, run.operator, limit);
  const lines = entries.map(({ entry, reason, addedAt }) => `${addedAt}  ${entry}  ${reason}`);
  return { lines: [...lines, `${counted(own, "entry", "entries")} of operators, ${inFile} of the blocklist file.`] };
}

async function leasesShown(run: OperatorRun, limit: number): Promise<Shown> {
  const holders = await listHolders(run.services, run.operator, limit);
  const lines = holders.map(
    ({ since, host, id, leases, visits }) =>
      `${since}  ${printable(host)}  ${id}  ${counted(visits, "visit")} in ${counted(leases, "lease")}`,
  );
  const sum =
    holders.length === 0
      ? "No visits have been leased for more than a minute."
      : `${counted(holders.length, "redirector process is", "redirector processes are")} away: start them again, or declare them lost.`;
  return { lines: [...lines, sum] };
}

async function missesShown(run: OperatorRun, { since }: Values, limit: number): Promise<Shown> {
  const misses = await listMisses(run.services, run.operator, {
    since: since === undefined ? undefined : timeOf(since),
    limit,
  });
  const lines = misses.map(
    ({ lastAt, people, bots, reason, host, code }) =>
      `${lastAt}  ${counted(people, "person", "people")}, ${counted(bots, "bot")}  ${reason}  ${printable(code === "" ? host : `${host}/${code}`)}`,
  );
  return {
    lines: [
      ...lines,
      misses.length === 0 ? "No visit without a destination was found." : `${counted(misses.length, "row")}.`,
    ],
  };
}

async function auditShown(run: OperatorRun, { user, link, since }: Values, limit: number): Promise<Shown> {
  // A deleted account is in no table, but audit rows contain its id.
  const userId = user === undefined || isId(user) ? user : (await theUser(run, user)).id;
  const linkId = link === undefined || isId(link) ? link : (await theLink(run, link)).id;
  const entries = await listAudit(run.services, run.operator, {
    userId,
    linkId,
    since: since === undefined ? undefined : timeOf(since),
    limit,
  });
  return {
    lines: [
      ...entries.map(auditText),
      entries.length === 0 ? "No audit entries were found." : `${counted(entries.length, "row")}.`,
    ],
    of:
      linkId !== undefined
        ? { type: "link", id: linkId }
        : userId === undefined
          ? undefined
          : { type: "user", id: userId },
  };
}

function timeOf(text: string): Date {
  const time = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(text) ? new Date(text) : new Date(Number.NaN);
  if (Number.isNaN(time.getTime()))
    throw new UsageError("--since must be a date, or a time in ISO 8601 with its time zone.");
  return time;
}

function auditText(line: AuditEntry): string {
  const who = line.userId ?? line.actor;
  const from = [line.via, line.credential, line.address ?? []].flat().join(" ");
  return `${line.at}  ${who}  ${line.action}  ${line.resourceType} ${line.resourceId}  (${from})  ${JSON.stringify(line.detail)}`;
}
