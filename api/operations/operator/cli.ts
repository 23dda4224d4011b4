import { counted } from "@hoplog/schema/counted.js";
import { HoplogError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { entryLimits } from "../../links/safety/blocklist/entry.ts";
import { banAccount, banLink, liftAccountBan, liftLinkBan } from "./bans.ts";
import { blockEntry, unblockEntry } from "./blocklist.ts";
import { theLink, theLinks, theUser } from "./chosen.ts";
import { allow, only, type OperatorRun, read, Refused, target, UsageError } from "./commandLine.ts";
import { declareLost } from "./leases.ts";
import { banHost, liftHostBan } from "./hosts.ts";
import { limitsOf, setLimit } from "./limits.ts";
import { list } from "./list.ts";
import { printable, showLinks, showUser } from "./shown.ts";

export const help = `Usage: operator COMMAND …

  find-user EMAIL|ID                        shows an account: name, registration, numbers of links and groups
  find-link CODE|URL|ID                     shows links by short code, short URL, destination or id
  ban user EMAIL|ID --reason TEXT           ends the account's sessions, rejects logins, and disables its links
  ban link CODE|URL|ID --reason TEXT        disables a link; its owner sees the reason
  ban host HOST --reason TEXT               disables all links to the host and its subdomains, and blocks the host
  lift user EMAIL|ID                        lifts the ban of an account
  lift link CODE|URL|ID                     lifts the ban of a link
  lift host HOST                            unblocks the host, and lifts the bans of links to it
  limits EMAIL|ID                           lists the limits that were set for an account
  limit EMAIL|ID NAME RATE                  sets a limit for an account: RATE as 5000/1m (s, m, h), or default
  block ENTRY [--reason TEXT]               blocks a host (bad.example) or a URL prefix (bad.example/login): links that
                                            may lead there show a warning, and new ones are rejected
  unblock ENTRY                             removes an entry from the blocklist
  list blocklist [--limit N]                lists the entries that operators have blocked, newest first
  list leases [--limit N]                   lists redirector processes that are away: they have held leased visits of
                                            links with a click limit for more than a minute
  list misses [--since TIME] [--limit N]    lists visits to the default domain and to unknown hosts that reached no
                                            destination, most people first
  lost HOST|HOLDER                          declares such a redirector lost: its leased visits count as used, and it
                                            does not use them if it returns
  list audit [--user EMAIL|ID] [--link CODE|URL|ID] [--since TIME] [--limit N]
                                            lists audit entries: TIME as 2026-11-22 or 2026-11-22T10:00Z, N is 100
                                            by default

A reason is one line of at most ${limits.banReasonMax} characters, for block at most ${entryLimits.reasonMax}. Exit codes: 0 for success, 1 if
something was not found or could not be done, 2 for an invalid command.
`;

/** Runs one command and returns the exit code. */
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

async function dispatch(args: readonly string[], run: OperatorRun): Promise<void> {
  const { values, positionals } = read(args);
  const { help: wantsHelp, ...given } = values;
  const [command = "", ...rest] = positionals;
  if (wantsHelp || command === "help") return run.out(help);
  switch (command) {
    case "":
      throw new UsageError("Provide a command.");
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
    case "limits":
      allow(given, []);
      return showLimits(run, only(rest, "EMAIL|ID"));
    case "limit":
      allow(given, []);
      return limit(run, rest);
    case "block":
      allow(given, ["reason"]);
      return block(run, only(rest, "ENTRY"), given.reason);
    case "unblock":
      allow(given, []);
      return unblock(run, only(rest, "ENTRY"));
    case "lost":
      allow(given, []);
      return lost(run, only(rest, "HOST|HOLDER"));
    case "list":
      return list(run, only(rest, "of: audit, blocklist, leases, misses"), given);
    default:
      throw new UsageError(`Unknown command ${JSON.stringify(command.slice(0, 50))}.`);
  }
}

async function ban(run: OperatorRun, rest: readonly string[], reason: string | undefined): Promise<void> {
  const { what, which } = target(rest);
  if (reason === undefined) throw new UsageError("Provide a --reason; the owner sees it.");
  const { services, operator } = run;
  if (what === "user") {
    const { id, email } = await theUser(run, which);
    const changed = await banAccount(services, operator, id, reason);
    return run.out(
      changed
        ? `${email} is banned: the sessions have ended, logins are rejected, the links are disabled, and an email will be sent.`
        : `${email} is already banned for this reason.`,
    );
  }
  if (what === "host") {
    const { host, links } = await banHost(services, operator, which, reason);
    return run.out(
      `${host} is blocked: new links to it are rejected. ${counted(links, "link to it is", "links to it are")} banned.`,
    );
  }
  const { id, code } = await theLink(run, which);
  const changed = await banLink(services, operator, id, reason);
  run.out(changed ? `${code} is banned: it no longer redirects.` : `${code} is already banned for this reason.`);
}

async function lift(run: OperatorRun, rest: readonly string[]): Promise<void> {
  const { what, which } = target(rest);
  const { services, operator } = run;
  if (what === "user") {
    const { id, email } = await theUser(run, which);
    if (!(await liftAccountBan(services, operator, id))) throw new Refused(`${email} is not banned`);
    return run.out(`The ban of ${email} is lifted, and an email will be sent.`);
  }
  if (what === "host") {
    const { host, changed, links } = await liftHostBan(services, operator, which);
    if (!changed && links === 0) throw new Refused(`${host} is not blocked, and no link to it is banned`);
    return run.out(
      `${host} is no longer blocked, and ${counted(links, "ban of a link to it is", "bans of links to it are")} lifted.`,
    );
  }
  const { id, code, isActive } = await theLink(run, which);
  if (!(await liftLinkBan(services, operator, id))) throw new Refused(`${code} is not banned`);
  run.out(
    `The ban of ${code} is lifted: it is ${isActive ? "active" : "inactive, because its owner has switched it off"}.`,
  );
}

async function showLimits(run: OperatorRun, which: string): Promise<void> {
  const { id, email } = await theUser(run, which);
  const set = await limitsOf(run.services, run.operator, id);
  for (const { name, points, seconds, setAt } of set) run.out(`${name}  ${points} in ${seconds} s  set at ${setAt}`);
  run.out(`${email} has ${set.length === 0 ? "the default limits" : "the default limits otherwise"}.`);
}

async function limit(run: OperatorRun, [which = "", name = "", rate = "", ...more]: readonly string[]): Promise<void> {
  if (rate === "" || more.length > 0) throw new UsageError("Provide EMAIL|ID, the name of a limit, and a rate.");
  const { id, email } = await theUser(run, which);
  const changed = await setLimit(run.services, run.operator, id, { name, rate });
  run.out(
    changed ? `The limit ${name} of ${email} is now ${rate}.` : `The limit ${name} of ${email} is already ${rate}.`,
  );
}

async function block(run: OperatorRun, text: string, reason: string | undefined): Promise<void> {
  const { entry, changed } = await blockEntry(run.services, run.operator, text, reason);
  run.out(
    changed
      ? `${entry} is blocked: new links to it are rejected, and existing ones show a warning within seconds.`
      : `${entry} is already blocked for this reason.`,
  );
}

async function unblock(run: OperatorRun, text: string): Promise<void> {
  const { entry, changed, isInFile } = await unblockEntry(run.services, run.operator, text);
  const inFile = "the blocklist file contains it: remove it there";
  if (!changed)
    throw new Refused(isInFile ? `${entry} was not blocked by an operator, but ${inFile}` : `${entry} is not blocked`);
  run.out(isInFile ? `${entry} is no longer blocked by an operator, but ${inFile}.` : `${entry} is no longer blocked.`);
}

async function lost(run: OperatorRun, which: string): Promise<void> {
  const lostHolders = await declareLost(run.services, run.operator, which);
  if (lostHolders.length === 0) throw new Refused("No redirector with this host or id has leased visits");
  for (const { id, host, visits } of lostHolders)
    run.out(`${printable(host)}  ${id}  is lost: ${counted(visits, "visit counts", "visits count")} as used.`);
}
