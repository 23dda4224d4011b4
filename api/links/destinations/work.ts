import type { Answer } from "./writeAnswer.ts";
import { plainHostname } from "@hoplog/schema/domains/hostname.js";
import type { ClientBase } from "pg";
import type { Ids, Randomness } from "../../kernel/calls/capabilities.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import { findImage } from "./images.ts";
import type { DestinationMetrics } from "./metrics.ts";
import type { Outage } from "./outage.ts";
import {
  type DueDestination,
  dueDestinations,
  dueByWorkspace,
  firstOwner,
  newDestinations,
  postpone,
  postponedDestinations,
  removeDestinations,
} from "./queue.ts";
import { type RequestDependencies, createLinkRequests } from "./createLinkRequests.ts";
import { isPortAllowed } from "./ports.ts";
import { fetchDestinationPage, checkDestination } from "./requests.ts";
import { checkMs, updateHealth, type Outcome } from "./verdict.ts";
import { writeAnswer } from "./writeAnswer.ts";

/** Maximum number of concurrent requests, each to another host. */
const concurrent = 10;
/**
 * Number of concurrent requests reserved for destinations that are due again, because an import may add new ones for
 * days.
 */
const reservedForDue = 4;
/** Number of reserved requests for workspaces in turn; the other reserved ones are for the longest due destinations. */
const reservedForWorkspaces = 2;
/** Number of unreserved requests for postponed new destinations. */
const reservedForPostponed = 1;
/** Maximum number of new destinations of one host that wait for their turn; the others are postponed. */
const newOfHost = 3;
/** Time after which a check without a stored result is repeated, since its process ended (ms). */
const takenMs = 10 * 60 * 1000;
/** Age at which a page's metadata is read again (ms). */
const factsMs = 30 * 24 * 60 * 60 * 1000;

export interface DestinationWork extends Reads, Ids, Randomness, RequestDependencies {
  readonly outage: Outage;
  readonly metrics: DestinationMetrics;
}

/** The last served workspace with new destinations, and the last served one with due destinations. */
export interface Turns {
  after: string;
  dueAfter: string;
}

export function firstTurns(): Turns {
  return { after: firstOwner, dueAfter: firstOwner };
}

/** Checks the due destinations, one per host. Returns whether any were due. */
export async function workDestinations(work: DestinationWork, client: ClientBase, turns: Turns): Promise<boolean> {
  const now = work.now();
  const { due: inTurn, to } = await dueByWorkspace(client, now, turns.dueAfter);
  const turnIds = new Set(inTurn.map(({ id }) => id));
  const waiting = {
    fresh: await newDestinations(client, now, turns.after),
    inTurn,
    due: (await dueDestinations(client, now)).filter(({ id }) => !turnIds.has(id)),
    postponed: await postponedDestinations(client, now),
  };
  const { ask, later, gone } = partition(work, waiting, now);
  // The next round begins with workspaces that got no place in this one.
  turns.after = ask.findLast(({ isNew }) => isNew)?.ownerId ?? turns.after;
  // If no workspace got a place, all their destinations were postponed, and the next round starts after these
  // workspaces.
  turns.dueAfter = ask.findLast(({ id }) => turnIds.has(id))?.ownerId ?? to;
  await removeDestinations(client, gone);
  await postpone(client, later);
  await postpone(
    client,
    ask.map(({ id }) => ({ id, at: new Date(now.getTime() + takenMs) })),
  );
  const answers = await Promise.all(ask.map((one) => answerOf(work, one)));
  for (const answer of answers) await writeAnswer(client, answer, work);
  return ask.length > 0 || later.length > 0 || gone.length > 0;
}

interface Sorted {
  readonly ask: DueDestination[];
  readonly later: { readonly id: string; readonly at: Date }[];
  /** Destinations that no longer belong to any link. */
  readonly gone: string[];
}

function partition(
  { hosts, mayRequest }: DestinationWork,
  {
    fresh,
    inTurn,
    due,
    postponed,
  }: Readonly<Record<"fresh" | "inTurn" | "due" | "postponed", readonly DueDestination[]>>,
  now: Date,
): Sorted {
  const sorted: Sorted = { ask: [], later: [], gone: [] };
  const waiting = new Map<string, number>();
  const asked = new Set<string>();
  const nowMs = now.getTime();
  /** Sorts destinations, and returns those that could be checked but got no place. */
  const sort = (those: readonly DueDestination[], places: number) =>
    those.filter((one) => {
      const url = new URL(one.url);
      const host = plainHostname(url);
      const waits = waiting.get(host) ?? 0;
      const isFree = hosts.isFree(host, nowMs) && !asked.has(host);
      if (!one.isKnown) sorted.gone.push(one.id);
      else if (!one.isUsed || !mayRequest(url) || !isPortAllowed(url, url))
        sorted.later.push({ id: one.id, at: new Date(nowMs + checkMs) });
      else if (isFree && sorted.ask.length >= places) return true;
      else if (isFree) {
        asked.add(host);
        sorted.ask.push(one);
      } else if (!one.isNew || waits >= newOfHost) {
        sorted.later.push({ id: one.id, at: new Date(hosts.postpone(host, nowMs)) });
      } else waiting.set(host, waits + 1);
      return false;
    });
  const forNew = concurrent - reservedForDue;
  const freshLeft = sort(fresh, forNew - reservedForPostponed);
  const postponedLeft = sort(postponed, forNew);
  const freshLast = sort(freshLeft, forNew);
  // Starts from the number of places already taken, so that the places reserved for due destinations remain free for
  // them.
  const inTurnLeft = sort(inTurn, sorted.ask.length + reservedForWorkspaces);
  const dueLeft = sort(due, concurrent);
  sort(inTurnLeft, concurrent);
  sort(dueLeft, concurrent);
  sort(freshLast, concurrent);
  sort(postponedLeft, concurrent);
  return sorted;
}

async function answerOf(work: DestinationWork, of: DueDestination): Promise<Answer> {
  const { ownerId, url, fetchedAt } = of;
  const now = work.now();
  const isFetched = fetchedAt !== null && now.getTime() - fetchedAt.getTime() < factsMs;
  const requests = createLinkRequests(work, url);
  const { outcome, facts } = isFetched
    ? await checkDestination(requests, url)
    : await fetchDestinationPage(requests, url);
  const believed = believedOutcome(work.outage, outcome, plainHostname(new URL(url)));
  work.metrics.asked.inc({ result: believed.is });
  const chance = (work.random(1)[0] ?? 0) / 255;
  const checked = updateHealth(of, believed, now, chance);
  const icon = facts && (await findImage(work, requests, { ownerId, kind: "icon", urls: facts.iconUrls }));
  const pictureUrls = facts?.pictureUrl ? [facts.pictureUrl] : [];
  const picture = facts && (await findImage(work, requests, { ownerId, kind: "picture", urls: pictureUrls }));
  return { of, outcome: believed, facts, checked, icon, picture };
}

/** Returns the outcome, or an unclear one if our own connection seems to be down. */
function believedOutcome(outage: Outage, outcome: Outcome, host: string): Outcome {
  const isUnreached = outcome.is !== "there" && outcome.status === null;
  if (!isUnreached || (outcome.is === "failed" && outcome.problem === "certificateInvalid")) outage.heard();
  else if (outcome.is === "failed" && !outage.isBelieved(host)) {
    return { is: "unclear", status: null, againInMs: null };
  }
  return outcome;
}
