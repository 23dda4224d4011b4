import { type ErrorType, errorTypes, httpStatusOf } from "@hoplog/schema/errors.js";
import { expect } from "vitest";
import { recordedOf } from "./recordedOf.ts";
import { keptOf, leaksOf, type Person, userOf, type Who, type World } from "./world.ts";
import type { TestUser } from "../testApi.ts";

/** How a call ends: well, with an error in the words of the API, or with an HTTP status that has none. */
export type Outcome = "ok" | ErrorType | number;

/**
 * One way to call something that is the owner's, and what becomes of it. Any row holds for everybody: nobody but the
 * owner is shown anything of the owner's or changes any of it, and the owner sees nothing of the stranger's.
 */
export interface Row<Request> {
  /** `GET /api/urls/:id`, `Query.link`. */
  readonly call: string;
  /** Where a call has several rows. */
  readonly how?: string;
  /** What has to be there before anybody calls. */
  readonly prepare?: (world: World) => Promise<void>;
  /** The same for everybody, apart from what the owner alone can know and from what is the caller's own. */
  readonly request: (world: World, who: Who) => Request | Promise<Request>;
  /** Without a session, and with one that has ended: AUTHENTICATION_ERROR unless the call needs none. */
  readonly signedOut?: Outcome;
  /** NOT_FOUND_ERROR unless said otherwise; where it is `ok`, the stranger gets what is the stranger's own. */
  readonly stranger?: Outcome;
  /** `ok` unless said otherwise: a call that fails for its owner too shows nothing. */
  readonly owner?: Outcome;
  /** What those read of themselves whose call ends well. */
  readonly shows?: (person: Person) => string;
  /** Whether it looks at no session at all, though it refuses those who have none. */
  readonly open?: true;
  /** Whether the stranger's answer is a list without anything in it. */
  readonly emptyForStranger?: true;
  /** Whether the owner's state is another one after the owner's own call; without it that changes nothing either. */
  readonly changes?: true;
}

export interface Answered {
  readonly outcome: Outcome;
  /** All of it, headers too. */
  readonly text: string;
  /** Parsed; null if the answer is not JSON. */
  readonly body: unknown;
  /** The ETag header. */
  readonly etag?: string | undefined;
}

/** `workspace` is the header X-Workspace. */
export type Send<Request> = (request: Request, user: TestUser | undefined, workspace?: string) => Promise<Answered>;

/** Whether a call is somebody's, who is known by a session. */
export function needsSession({
  signedOut = "AUTHENTICATION_ERROR",
  open,
}: Pick<Row<unknown>, "signedOut" | "open">): boolean {
  return signedOut === "AUTHENTICATION_ERROR" && !open;
}

/** Makes a row's call as each of the four callers, and with workspaces that aren't the caller's; as the owner last. */
export async function walk<Request>(world: World, row: Row<Request>, send: Send<Request>): Promise<void> {
  const { signedOut = "AUTHENTICATION_ERROR", stranger = "NOT_FOUND_ERROR", owner = "ok" } = row;
  await row.prepare?.(world);
  const recorded = row.changes && (await recordedOf(world.api, world.owner));
  if (recorded) expect(recorded.map(({ name }) => name)).toContain("clicks");
  const kept = await keptOf(world.api, world.owner);
  await callAs("nobody", signedOut, world, row, send, kept);
  await callAs("an ended session", signedOut, world, row, send, kept);
  if (needsSession(row)) await callInOthersWorkspaces(world, row, send, kept);
  const strangers = await callAs("a stranger", stranger, world, row, send, kept);
  if (stranger === "ok" && row.shows) {
    if (row.emptyForStranger) expect(leaksOf(world.stranger, strangers)).toEqual([]);
    else expect(strangers).toContain(row.shows(world.stranger));
  }
  if (recorded) expect(await recordedOf(world.api, world.owner)).toEqual(recorded);
  const owners = await callAs("the owner", owner, world, row, send, kept);
  if (owner === "ok" && row.shows) expect(owners).toContain(row.shows(world.owner));
}

/**
 * Makes the call as one of them, and gives the answer, which holds nothing of anybody else's. `kept` is what was there of the
 * owner before.
 */
async function callAs<Request>(
  who: Who,
  expected: Outcome,
  world: World,
  row: Row<Request>,
  send: Send<Request>,
  kept: unknown[],
): Promise<string> {
  const { api, owner, stranger } = world;
  const { request, before } = await prepared(world, who, row, kept);
  const { outcome, text } = await send(request, userOf(world, who));
  expect({ who, outcome, text }).toEqual({ who, outcome: expected, text });
  expect({ who, leaks: leaksOf(who === "the owner" ? stranger : owner, text), text }).toEqual({ who, leaks: [], text });
  const after = await keptOf(api, owner);
  if (who === "the owner" && row.changes) expect(after).not.toEqual(before);
  else expect({ who, kept: after }).toEqual({ who, kept: before });
  return text;
}

/** Another's workspace, one that isn't there, and what is no id at all are answered alike, and nothing is done. */
async function callInOthersWorkspaces<Request>(
  world: World,
  row: Row<Request>,
  send: Send<Request>,
  kept: unknown[],
): Promise<void> {
  const { api, owner, stranger } = world;
  const { request, before } = await prepared(world, "a stranger", row, kept);
  const strangers = await keptOf(api, stranger);
  for (const workspace of [owner.user.id, "01900000-0000-7000-8000-00000000dead", "nonsense"]) {
    const { outcome, text } = await send(request, stranger.user, workspace);
    expect({ workspace, outcome }).toEqual({ workspace, outcome: "NOT_FOUND_ERROR" });
    expect(text).toContain("Workspace not found");
    expect(leaksOf(owner, text)).toEqual([]);
  }
  expect([await keptOf(api, owner), await keptOf(api, stranger)]).toEqual([before, strangers]);
}

/** A row's request, and what is kept of the owner then: one that is made by calls of its own may have changed that. */
async function prepared<Request>(
  world: World,
  who: Who,
  row: Row<Request>,
  kept: unknown[],
): Promise<{ readonly request: Request; readonly before: unknown[] }> {
  const made = row.request(world, who);
  const isMadeByCalls = made instanceof Promise;
  const request = await made;
  return { request, before: isMadeByCalls ? await keptOf(world.api, world.owner) : kept };
}

/** Makes a row's call as an owner whose role or credential allows nothing; `deny` makes it so. */
export async function refuse<Request>(
  world: World,
  row: Row<Request>,
  send: Send<Request>,
  deny: () => void,
): Promise<void> {
  await row.prepare?.(world);
  const request = await row.request(world, "the owner");
  const before = await keptOf(world.api, world.owner);
  deny();
  const { outcome, text } = await send(request, world.owner.user);
  expect({ outcome, text }).toEqual({ outcome: "AUTHORIZATION_ERROR", text });
  expect(await keptOf(world.api, world.owner)).toEqual(before);
}

/** The rows with their names, for `it.each`. */
export function namedRows<R extends Pick<Row<never>, "call" | "how">>(rows: readonly R[]): [string, R][] {
  return rows.map((row) => [[row.call, row.how ?? []].flat().join(", "), row]);
}

/** What a REST call's status and body, or a GraphQL error of that status, show of how it ended. */
export function outcomeOf(status: number, type: unknown): Outcome {
  const known = errorTypes.find((name) => name === type);
  if (known && httpStatusOf[known] === status) return known;
  return status >= 200 && status < 300 ? "ok" : status;
}

/** Where the rows don't hold exactly the calls that there are, and what to do about it. */
export function wrongRows(
  calls: readonly string[],
  rows: readonly Pick<Row<unknown>, "call">[],
  where: string,
): string[] {
  const named = new Set(rows.map(({ call }) => call));
  const missing = calls.filter((call) => !named.has(call));
  const gone = [...named].filter((call) => !calls.includes(call));
  return [
    ...missing.map(
      (call) => `${call} has no row: say in ${where} what nobody, an ended session, a stranger and the owner get`,
    ),
    ...gone.map((call) => `${call} is not there any more: take its row out of ${where}`),
  ];
}
