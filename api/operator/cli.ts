import { parseArgs } from "node:util";
import { HoplogError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { entryLimits } from "../blocklist/entry.ts";
import { banAccount, banLink, liftAccountBan, liftLinkBan } from "./bans.ts";
import { blockEntry, listBlocklist, unblockEntry } from "./blocklist.ts";
import { findLinks, findUser, foundMax, type FoundLink, type FoundUser } from "./find.ts";
import { type AuditEntry, listAudit } from "./listAudit.ts";
import type { Operator, OperatorServices } from "./operator.ts";

export const help = `Usage: operator COMMAND …

  find-user EMAIL|ID                        who it is, and what the account has
  find-link CODE|URL|ID                     by short code, short URL, destination or id
  ban user EMAIL|ID --reason TEXT           ends its sessions, lets nobody in, and switches its links off
  ban link CODE|URL|ID --reason TEXT        leads visitors nowhere; its owner sees the reason
  lift user EMAIL|ID                        takes the ban back
  lift link CODE|URL|ID
  block ENTRY [--reason TEXT]               lists a host (bad.example) or the beginning of a URL (bad.example/login):
                                            links that may lead there show a warning, and new ones are refused
  unblock ENTRY                             takes it off again
  list blocklist [--limit N]                what operators have listed, newest first
  list audit [--user EMAIL|ID] [--link CODE|URL|ID] [--since TIME] [--limit N]
                                            who did what: TIME as 2026-11-22 or 2026-11-22T10:00Z, N 100 unless given

A reason is one line of at most ${limits.banReasonMax} characters (of an entry: ${entryLimits.reasonMax}). The exit code is 0 when all went well, 1 when something was not
found or could not be done, and 2 for a command that can't be understood.
`;

export interface OperatorRun {
  readonly services: OperatorServices;
  readonly operator: Operator;
  /** The base of short links. */
  readonly shortUrl: string;
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
}

/** A command that can't be understood. */
class UsageError extends Error {}
/** One that can, and can't be done. */
class Refused extends Error {}

/** Runs one command, and gives the exit code. */
export async function runOperator(args: readonly string[], run: OperatorRun): Promise<0 | 1 | 2> {
  try {
    await dispatch(args, run);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      run.err(`${error.message}\n\n${help}`);
      return 2;
    }
    if (error instanceof Refused || error instanceof HoplogError) {
      run.err(`${error.message}.`.replace(/\.\.$/, "."));
      return 1;
    }
    throw error;
  }
}

const options = {
  reason: { type: "string" },
  user: { type: "string" },
  link: { type: "string" },
  since: { type: "string" },
  limit: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

type Values = { readonly [K in Exclude<keyof typeof options, "help">]?: string | undefined };

function read(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function dispatch(args: readonly string[], run: OperatorRun): Promise<void> {
  const { values, positionals } = read(args);
  const { help: wantsHelp, ...given } = values;
  const [command = "", ...rest] = positionals;
  if (wantsHelp || command === "help") return run.out(help);
  switch (command) {
    case "":
      throw new UsageError("Say what to do.");
    case "find-user":
      allow(given, []);
      return showUser(run, await theUser(run, only(rest, "EMAIL|ID")));
    case "find-link":
      allow(given, []);
      return showLinks(run, await theLinks(run, only(rest, "CODE|URL|ID")));
    case "ban":
      allow(given, ["reason"]);
      return ban(run, rest, given.reason);
    case "lift":
      allow(given, []);
      return lift(run, rest);
    case "block":
      allow(given, ["reason"]);
      return block(run, only(rest, "ENTRY"), given.reason);
    case "unblock":
      allow(given, []);
      return unblock(run, only(rest, "ENTRY"));
    case "list":
      return list(run, only(rest, "audit or blocklist"), given);
    default:
      throw new UsageError(`There is no command ${JSON.stringify(command.slice(0, 50))}.`);
  }
}

function allow(given: Values, names: readonly (keyof Values)[]): void {
  const wrong = Object.keys(given).find((name) => !names.some((known) => known === name));
  if (wrong !== undefined) throw new UsageError(`This command takes no --${wrong}.`);
}

function only(rest: readonly string[], what: string): string {
  const [one, ...more] = rest;
  if (one === undefined || one.trim() === "" || more.length > 0) throw new UsageError(`Give one ${what}.`);
  return one;
}

function target(rest: readonly string[]): { what: "user" | "link"; which: string } {
  const [what, ...more] = rest;
  if (what !== "user" && what !== "link") throw new UsageError("Say whether it is a user or a link.");
  return { what, which: only(more, what === "user" ? "EMAIL|ID" : "CODE|URL|ID") };
}

async function ban(run: OperatorRun, rest: readonly string[], reason: string | undefined): Promise<void> {
  const { what, which } = target(rest);
  if (reason === undefined) throw new UsageError("Give a --reason: its owner reads it.");
  const { services, operator } = run;
  if (what === "user") {
    const { id, email } = await theUser(run, which);
    const changed = await banAccount(services, operator, id, reason);
    return run.out(
      changed
        ? `${email} is banned: sessions have ended, nobody can sign in, links lead nowhere, and a mail is on its way.`
        : `${email} was banned for this reason before.`,
    );
  }
  const { id, code } = await theLink(run, which);
  const changed = await banLink(services, operator, id, reason);
  run.out(changed ? `${code} is banned: visitors are led nowhere.` : `${code} was banned for this reason before.`);
}

async function lift(run: OperatorRun, rest: readonly string[]): Promise<void> {
  const { what, which } = target(rest);
  const { services, operator } = run;
  if (what === "user") {
    const { id, email } = await theUser(run, which);
    if (!(await liftAccountBan(services, operator, id))) throw new Refused(`${email} is not banned`);
    return run.out(`The ban of ${email} is lifted, and a mail is on its way.`);
  }
  const { id, code, isActive } = await theLink(run, which);
  if (!(await liftLinkBan(services, operator, id))) throw new Refused(`${code} is not banned`);
  run.out(`The ban of ${code} is lifted: it is ${isActive ? "active" : "inactive, as its owner has it"}.`);
}

async function block(run: OperatorRun, text: string, reason: string | undefined): Promise<void> {
  const { entry, changed } = await blockEntry(run.services, run.operator, text, reason);
  run.out(
    changed
      ? `${entry} is listed: new links can't lead there, and within seconds those that do show a warning.`
      : `${entry} was listed for this reason before.`,
  );
}

async function unblock(run: OperatorRun, text: string): Promise<void> {
  const { entry, changed, isInFile } = await unblockEntry(run.services, run.operator, text);
  const inFile = "the blocklist's file has it: take it out of there";
  if (!changed)
    throw new Refused(isInFile ? `${entry} is not an operator's entry, but ${inFile}` : `${entry} is not listed`);
  run.out(isInFile ? `${entry} is no operator's entry any more, but ${inFile}.` : `${entry} is not listed any more.`);
}

async function list(run: OperatorRun, what: string, given: Values): Promise<void> {
  const { limit = "100" } = given;
  if (!/^[1-9]\d{0,4}$/.test(limit)) throw new UsageError("--limit is a whole number from 1 to 99999.");
  if (what === "audit") {
    allow(given, ["user", "link", "since", "limit"]);
    return showAudit(run, given, Number(limit));
  }
  if (what !== "blocklist") throw new UsageError("Only the audit and the blocklist can be listed.");
  allow(given, ["limit"]);
  const { entries, own, inFile } = await listBlocklist(run.services, run.operator, Number(limit));
  for (const { entry, reason, addedAt } of entries) run.out(`${addedAt}  ${entry}  ${reason}`);
  run.out(`${own} entries of operators, ${inFile} of the file.`);
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

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

function timeOf(text: string): Date {
  const time = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(text) ? new Date(text) : new Date(Number.NaN);
  if (Number.isNaN(time.getTime())) throw new UsageError("--since is a day or a time in ISO 8601, with its zone.");
  return time;
}

async function theUser({ services, operator }: OperatorRun, wanted: string): Promise<FoundUser> {
  const user = await findUser(services, operator, wanted);
  if (!user) throw new Refused("No account has this id or e-mail address");
  return user;
}

async function theLinks({ services, operator, shortUrl }: OperatorRun, wanted: string): Promise<FoundLink[]> {
  const links = await findLinks(services, operator, wanted, shortUrl);
  if (links.length === 0) throw new Refused("No link has this id, code or destination");
  return links;
}

async function theLink(run: OperatorRun, wanted: string): Promise<FoundLink> {
  const [link, ...others] = await theLinks(run, wanted);
  if (!link) throw new Refused("No link has this id, code or destination");
  if (others.length > 0) {
    showLinks(run, [link, ...others]);
    throw new Refused("Several links go there: name one by its code or id");
  }
  return link;
}

function showUser({ out }: OperatorRun, user: FoundUser): void {
  out(`${user.id}  ${user.email}  ${printable(user.name)}`);
  out(`  registered ${user.createdAt}, last log-in ${user.lastLogin ?? "never"}`);
  out(`  ${user.links} links, ${user.groups} groups`);
  if (user.banReason !== null) out(`  banned: ${user.banReason}`);
}

function showLinks({ out }: OperatorRun, links: readonly FoundLink[]): void {
  for (const link of links) {
    out(`${link.id}  ${link.domain === null ? "" : `${link.domain}/`}${link.code}  ${printable(link.name)}`);
    out(`  leads to ${link.originalUrl}`);
    out(`  made ${link.createdAt} by ${link.owner ?? "?"} (${link.ownerId}), ${link.isActive ? "active" : "inactive"}`);
    if (link.banReason !== null) out(`  banned: ${link.banReason}`);
    if (link.listedUrl !== null) {
      out(
        `  listed by the ${link.listingSource ?? "?"}: ${printable(`${link.listedUrl} (${link.listingReason ?? ""})`)}`,
      );
    }
    if (link.ownerBanned) out("  its owner is banned");
  }
  if (links.length === foundMax) out(`The newest ${foundMax}; there may be more.`);
}

function auditText(line: AuditEntry): string {
  const who = line.userId ?? line.actor;
  const from = [line.via, line.credential, line.address ?? []].flat().join(" ");
  return `${line.at}  ${who}  ${line.action}  ${line.resourceType} ${line.resourceId}  (${from})  ${JSON.stringify(line.detail)}`;
}

/** Names are others' text: nothing in them may steer a terminal. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, "?");
}
