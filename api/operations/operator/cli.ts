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

  find-user EMAIL|ID                        who it is, and what the account has
  find-link CODE|URL|ID                     by short code, short URL, destination or id
  ban user EMAIL|ID --reason TEXT           ends its sessions, lets nobody in, and switches its links off
  ban link CODE|URL|ID --reason TEXT        leads visitors nowhere; its owner sees the reason
  ban host HOST --reason TEXT               bans all links that lead to it or to hosts below it, and lists it as below
  lift user EMAIL|ID                        takes the ban back
  lift link CODE|URL|ID
  lift host HOST                            also the bans of links that lead there
  limits EMAIL|ID                           what was set for the account in place of the installation's limits
  limit EMAIL|ID NAME RATE                  sets one: RATE as 5000/1m (s, m, h), or default
  block ENTRY [--reason TEXT]               lists a host (bad.example) or the beginning of a URL (bad.example/login):
                                            links that may lead there show a warning, and new ones are refused
  unblock ENTRY                             takes it off again
  list blocklist [--limit N]                what operators have listed, newest first
  list leases [--limit N]                   redirectors that have held visits of links with a cap for more than a
                                            minute: they are away
  list misses [--since TIME] [--limit N]    what was asked for in vain of the default domain, and unknown hosts: what most
                                            people wanted first
  lost HOST|HOLDER                          declares such a redirector lost: what it holds counts as used, and it
                                            leads nobody on with that if it comes back
  list audit [--user EMAIL|ID] [--link CODE|URL|ID] [--since TIME] [--limit N]
                                            who did what: TIME as 2026-11-22 or 2026-11-22T10:00Z, N 100 unless given

A reason is one line of at most ${limits.banReasonMax} characters (of an entry: ${entryLimits.reasonMax}). The exit code is 0 when all went well, 1 when something was not
found or could not be done, and 2 for a command that can't be understood.
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
      return list(run, only(rest, "of audit, blocklist, leases and misses"), given);
    default:
      throw new UsageError(`There is no command ${JSON.stringify(command.slice(0, 50))}.`);
  }
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
  if (what === "host") {
    const { host, links } = await banHost(services, operator, which, reason);
    return run.out(
      `${host} is listed: new links can't lead there. ${counted(links, "link that leads there is", "links that lead there are")} banned.`,
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
  if (what === "host") {
    const { host, changed, links } = await liftHostBan(services, operator, which);
    if (!changed && links === 0) throw new Refused(`${host} is not listed, and no link to it is banned`);
    return run.out(
      `${host} is not listed any more, and ${counted(links, "ban of a link that leads there is", "bans of links that lead there are")} lifted.`,
    );
  }
  const { id, code, isActive } = await theLink(run, which);
  if (!(await liftLinkBan(services, operator, id))) throw new Refused(`${code} is not banned`);
  run.out(`The ban of ${code} is lifted: it is ${isActive ? "active" : "inactive, as its owner has it"}.`);
}

async function showLimits(run: OperatorRun, which: string): Promise<void> {
  const { id, email } = await theUser(run, which);
  const set = await limitsOf(run.services, run.operator, id);
  for (const { name, points, seconds, setAt } of set) run.out(`${name}  ${points} in ${seconds} s  set at ${setAt}`);
  run.out(`${email} has ${set.length === 0 ? "the installation's limits" : "the installation's limits otherwise"}.`);
}

async function limit(run: OperatorRun, [which = "", name = "", rate = "", ...more]: readonly string[]): Promise<void> {
  if (rate === "" || more.length > 0) throw new UsageError("Give EMAIL|ID, the name of a limit, and a rate.");
  const { id, email } = await theUser(run, which);
  const changed = await setLimit(run.services, run.operator, id, { name, rate });
  run.out(changed ? `${email} has ${rate} for ${name} from now on.` : `${email} had ${rate} for ${name} before.`);
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

async function lost(run: OperatorRun, which: string): Promise<void> {
  const lostOnes = await declareLost(run.services, run.operator, which);
  if (lostOnes.length === 0) throw new Refused("No redirector of this host or id holds or gets visits");
  for (const { id, host, visits } of lostOnes)
    run.out(`${printable(host)}  ${id}  is lost: ${counted(visits, "visit counts", "visits count")} as used.`);
}
