import { listBlocklist } from "./blocklist.ts";
import { theLink, theUser } from "./chosen.ts";
import { allow, type OperatorRun, UsageError, type Values } from "./commandLine.ts";
import { isId } from "./find.ts";
import { listHolders } from "./leases.ts";
import { type AuditEntry, listAudit } from "./listAudit.ts";
import { listMisses } from "./listMisses.ts";
import { printable } from "./shown.ts";

/** Throws a {@link UsageError}. */
export async function list(run: OperatorRun, what: string, given: Values): Promise<void> {
  const { limit = "100" } = given;
  if (!/^[1-9]\d{0,4}$/.test(limit)) throw new UsageError("--limit is a whole number from 1 to 99999.");
  if (what === "audit") {
    allow(given, ["user", "link", "since", "limit"]);
    return showAudit(run, given, Number(limit));
  }
  if (what === "misses") {
    allow(given, ["since", "limit"]);
    return showMisses(run, given, Number(limit));
  }
  allow(given, ["limit"]);
  if (what === "blocklist") return showBlocklist(run, Number(limit));
  if (what === "leases") return showLeases(run, Number(limit));
  throw new UsageError("Only the audit, the blocklist, leases and misses can be listed.");
}

async function showBlocklist(run: OperatorRun, limit: number): Promise<void> {
  const { entries, own, inFile } = await listBlocklist(run.services, run.operator, limit);
  for (const { entry, reason, addedAt } of entries) run.out(`${addedAt}  ${entry}  ${reason}`);
  run.out(`${own} entries of operators, ${inFile} of the file.`);
}

async function showLeases(run: OperatorRun, limit: number): Promise<void> {
  const holders = await listHolders(run.services, run.operator, limit);
  for (const { since, host, id, leases, visits } of holders)
    run.out(`${since}  ${printable(host)}  ${id}  ${visits} visits in ${leases} leases`);
  run.out(
    holders.length === 0
      ? "No visits have been leased for more than a minute."
      : `${holders.length} listeners are away: bring their redirectors back, or declare them lost.`,
  );
}

async function showMisses(run: OperatorRun, { since }: Values, limit: number): Promise<void> {
  const misses = await listMisses(run.services, run.operator, {
    since: since === undefined ? undefined : timeOf(since),
    limit,
  });
  for (const { lastAt, people, bots, reason, host, code } of misses)
    run.out(
      `${lastAt}  ${people} people, ${bots} bots  ${reason}  ${printable(code === "" ? host : `${host}/${code}`)}`,
    );
  run.out(misses.length === 0 ? "No visit led nowhere." : `${misses.length} rows.`);
}

async function showAudit(run: OperatorRun, { user, link, since }: Values, limit: number): Promise<void> {
  const lines = await listAudit(run.services, run.operator, {
    // An account that is gone is in no table, and its rows have its id.
    userId: user === undefined || isId(user) ? user : (await theUser(run, user)).id,
    linkId: link === undefined || isId(link) ? link : (await theLink(run, link)).id,
    since: since === undefined ? undefined : timeOf(since),
    limit,
  });
  for (const line of lines) run.out(auditText(line));
  run.out(lines.length === 0 ? "The audit has nothing of this." : `${lines.length} rows.`);
}

function timeOf(text: string): Date {
  const time = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(text) ? new Date(text) : new Date(Number.NaN);
  if (Number.isNaN(time.getTime())) throw new UsageError("--since is a day or a time in ISO 8601, with its zone.");
  return time;
}

function auditText(line: AuditEntry): string {
  const who = line.userId ?? line.actor;
  const from = [line.via, line.credential, line.address ?? []].flat().join(" ");
  return `${line.at}  ${who}  ${line.action}  ${line.resourceType} ${line.resourceId}  (${from})  ${JSON.stringify(line.detail)}`;
}
